// What the states of a top-up order mean to the player (domain §10.4: loading, fail, success). Pure.
import type { Order } from '../../api/endpoints.gen.ts'

/** The three labels of an on-chain order. */
export type Label = 'waiting' | 'loading' | 'success' | 'fail'

/** `waiting` is for the player's payment; from then on the chain is waited for. */
export function labelOf({ state }: Pick<Order, 'state'>): Label {
  switch (state) {
    case 'created':
      return 'waiting'
    case 'submitted':
    case 'loading':
      return 'loading'
    case 'success':
    case 'fail':
      return state
  }
}

/** Nothing more is expected of the order; a late payment may still turn a failed one into a success. */
export function isFinal(order: Pick<Order, 'state'>): boolean {
  return order.state === 'success' || order.state === 'fail'
}

/** Why an order failed, as far as this build has words for it. */
export function reasonOf({ reason }: Pick<Order, 'reason'>): 'expired' | 'denied' | 'wrong_asset' | 'other' {
  return reason === 'expired' || reason === 'denied' || reason === 'wrong_asset' ? reason : 'other'
}

/** Seconds between two looks at an order under way. */
export const lookEveryMs = 10_000

/** What a wallet answers when the player says no. */
export const deniedCode = 300
