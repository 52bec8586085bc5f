// Every movement of a balance.
import { endpoints } from '../../api/endpoints.gen.ts'
import { provides } from '../../api/tags.ts'

const wallet = endpoints.enhanceEndpoints({
  endpoints: {
    walletHistoryPages: provides('History'),
  },
})

export const { useWalletHistoryPagesInfiniteQuery } = wallet

/** Assets that the history can be narrowed to; empty is all. */
export type HistoryFilter = '' | 'coin' | 'diamond' | 'gusd' | 'usdt' | 'coupon'
