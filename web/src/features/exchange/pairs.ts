// The two conversions and their exact sums (domain §3.7): 10,000 gusd are one USDT, one USDT is one coupon. In minor
// units both are one to one: 0.01 gusd is 0.000001 USDT, and USDT and coupons have the same six places. Nothing is
// rounded.
import type { ExchangeOffer, ExchangePair } from '../../api/endpoints.gen.ts'
import { decimals, fromMinor, toMinor, type AssetName } from '../../shared/money.ts'

/** What is given and what is received. */
export const sides: Readonly<Record<ExchangePair, { from: 'gusd' | 'usdt'; to: 'usdt' | 'coupon' }>> = {
  gusd_usdt: { from: 'gusd', to: 'usdt' },
  usdt_coupon: { from: 'usdt', to: 'coupon' },
}

/** Places that can be typed: whole gusd only (domain §3.7, step 1), USDT in full. */
export const places: Readonly<Record<ExchangePair, number>> = { gusd_usdt: 0, usdt_coupon: 6 }

/** What `amount` brings. */
export function gotFor(pair: ExchangePair, amount: string): string {
  const { from, to } = sides[pair]
  return fromMinor(minorOf(amount, from), decimals[to])
}

/** The most that can be given now: what there is, within what is left of the day, cut to what can be typed. */
export function mostOf(pair: ExchangeOffer, balance: string): string {
  const { from } = sides[pair.pair]
  const most = least(minorOf(balance, from), minorOf(pair.left_today, from))
  const step = 10n ** BigInt(decimals[from] - places[pair.pair])
  return fromMinor(most - (most % step), decimals[from]).replace(places[pair.pair] === 0 ? /\..*$/ : '', '')
}

/** Why an amount cannot be given, in the server's order: minimum, the day, the balance. Empty is no fault yet. */
export function faultOf(
  pair: ExchangeOffer,
  amount: string,
  balance: string,
): 'low' | 'day' | 'short' | null {
  if (amount === '') return null
  const { from } = sides[pair.pair]
  const minor = minorOf(amount, from)
  if (minor < minorOf(pair.min, from)) return 'low'
  if (minor > minorOf(pair.left_today, from)) return 'day'
  return minor > minorOf(balance, from) ? 'short' : null
}

/** The smallest of what can be unlocked: the tokens, the player's day, the pool. */
export function unlockable(unlock: { bonus: string; left_today: string; pool_left: string }): string {
  const most = [unlock.bonus, unlock.left_today, unlock.pool_left]
    .map((amount) => minorOf(amount, 'gusd'))
    .reduce(least)
  return fromMinor(most, 2)
}

function minorOf(amount: string, asset: AssetName): bigint {
  return toMinor(amount, decimals[asset]) ?? 0n
}

function least(left: bigint, right: bigint): bigint {
  return left < right ? left : right
}
