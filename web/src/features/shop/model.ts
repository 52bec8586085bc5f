// How many pieces can be bought and what they cost. Pure; prices stay exact.
import type { Item } from '../../api/endpoints.gen.ts'
import { fromMinor, toMinor } from '../../shared/money.ts'

/** Most pieces of one purchase (the server's bound, ASSUMED there). */
const countMax = 100

/** How many pieces this player can buy now, as far as the list says. */
export function piecesLeft(item: Item): number {
  const own = item.first_buy ? 1 : countMax
  const byLimit = item.limit === null ? countMax : Math.max(0, item.limit.n - item.bought)
  return Math.min(own, byLimit, item.stock ?? countMax)
}

/** Why an item cannot be bought, when it cannot. */
export function closedFor(item: Item): 'soldOut' | 'limit' | null {
  if (item.stock === 0) return 'soldOut'
  return piecesLeft(item) === 0 ? 'limit' : null
}

/** The price of several pieces. */
export function totalOf(item: Item, count: number): string {
  return fromMinor((toMinor(item.price, 6) ?? 0n) * BigInt(count), 6)
}

/** What is drawn for an item: the more coins, the higher the pile. */
export function artOf(item: Item): 'diamonds' | 'coins1' | 'coins2' | 'coins3' | 'coins4' {
  const coins = item.coin_paid + item.coin_promo
  if (coins === 0) return 'diamonds'
  if (coins < 20_000) return 'coins1'
  if (coins < 100_000) return 'coins2'
  return coins < 500_000 ? 'coins3' : 'coins4'
}
