// What an account may do beside play: nothing is wrong with it, it is on a break of its owner's choice, it is about to
// be erased, or staff froze it (domain §3.14). The server says so with the account, and of a freeze also by what it
// would answer to a claim of free coins.
import type { FishingPlayerInfoData, User } from '../api/endpoints.gen.ts'
import { serverNow } from '../api/clock.ts'
import { useAppSelector, useUser } from './hooks.ts'
import { selectPlayerInfo } from './selectors.ts'

/** Why an account rests, and until when; a freeze has no end that is known. */
export type Rest =
  { readonly kind: 'break' | 'closing'; readonly untilMs: number } | { readonly kind: 'frozen' }

const frozenCode = -1002

/** Null for an account that plays. */
export function restOf(
  user: Pick<User, 'frozen' | 'limits' | 'erase_at'> | null,
  player: Pick<FishingPlayerInfoData, 'free_coin'> | null,
  nowMs: number,
): Rest | null {
  if (user?.frozen === true || player?.free_coin.reason === frozenCode) return { kind: 'frozen' }
  if (user === null) return null
  if (user.erase_at !== null) return { kind: 'closing', untilMs: user.erase_at }
  const { cool_off_until, excluded_until } = user.limits
  const untilMs = Math.max(cool_off_until ?? 0, excluded_until ?? 0)
  return untilMs > nowMs ? { kind: 'break', untilMs } : null
}

/** Screens of an account that rests: money out, records, invitations, the rules with its limits, identity. */
const open = [
  '/home/exchange',
  '/pay/record',
  '/wallet/',
  '/withdraw/',
  '/invite/',
  '/info',
  '/profile',
  '/kyc',
]

/** Whether a screen makes no sense for an account that rests: everything on it would be refused. */
export function restsAt(pathname: string): boolean {
  return !open.some((path) => pathname.startsWith(path))
}

/** How the signed-in player's account rests; null while it does not, and until that is known. */
export function useRest(): Rest | null {
  return restOf(useUser(), useAppSelector(selectPlayerInfo), serverNow())
}
