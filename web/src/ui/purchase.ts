// A purchase that waits for coupons, as a query of the top-up's address: what it costs, and where it goes on.
import { toMinor } from '../shared/money.ts'

/** `back` is the route of the purchase. */
export type Purchase = { readonly price: string; readonly back: string }

/** The top-up's route for a purchase. */
export function topUpFor({ price, back }: Purchase): string {
  return `/pay/coupon?${new URLSearchParams({ price, back }).toString()}`
}

/** The purchase that a query names; null for none, or for what no purchase of ours would write. */
export function purchaseIn(query: URLSearchParams): Purchase | null {
  const [price, back] = [query.get('price') ?? '', query.get('back') ?? '']
  if (toMinor(price, 6) === null || !/^\/pay\/(?:shop|vip)(?:\?|$)/.test(back)) return null
  return { price, back }
}
