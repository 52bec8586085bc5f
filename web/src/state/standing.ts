// What an account may do beside play: nothing is wrong with it, it is on a break of its owner's choice, it is about to
// be erased, or staff froze it. The server says so by what it would answer to a claim of free coins (domain §3.14).
import type { FishingPlayerInfoData, User } from '../api/endpoints.gen.ts'
import { serverNow } from '../api/clock.ts'
import { useAppSelector, usePageValue, useUser } from './hooks.ts'
import type { Json } from './pages.ts'
import { selectPlayerInfo } from './selectors.ts'

/** Why an account rests; `untilMs` where it is known. */
export type Rest = { readonly kind: 'break' | 'closing' | 'frozen'; readonly untilMs: number | null }

const [frozenCode, breakCode] = [-1002, -1009]

/** Null for an account that plays. `eraseMs` is what this device heard when the deletion was asked for. */
export function restOf(
  user: Pick<User, 'frozen' | 'limits'> | null,
  player: Pick<FishingPlayerInfoData, 'free_coin'> | null,
  eraseMs: number | null,
  nowMs: number,
): Rest | null {
  const refusal = player?.free_coin.reason ?? 0
  if (user?.frozen === true || refusal === frozenCode) return { kind: 'frozen', untilMs: null }
  const { cool_off_until, excluded_until } = user?.limits ?? {}
  const untilMs = Math.max(cool_off_until ?? 0, excluded_until ?? 0)
  const onBreak = untilMs > nowMs
  // The server counts the wait before an erasure as a break, and names no end of it.
  if (refusal === breakCode && user !== null && (!onBreak || eraseMs !== null))
    return { kind: 'closing', untilMs: eraseMs }
  return onBreak ? { kind: 'break', untilMs } : null
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

const isTime = (value: Json): value is number | null => value === null || Number.isSafeInteger(value)

/** When the signed-in player's data will be erased, as this device heard it, and the way to keep that. */
export function useEraseAt() {
  const id = useUser()?.user_id ?? ''
  return usePageValue<number | null>('info', `erase ${id}`, null, isTime)
}

/** How the signed-in player's account rests; null while it does not, and until that is known. */
export function useRest(): Rest | null {
  const [eraseMs] = useEraseAt()
  return restOf(useUser(), useAppSelector(selectPlayerInfo), eraseMs, serverNow())
}
