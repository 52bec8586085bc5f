// The history as an endless list. The generator knows no infinite queries; types are the generated ones.
import { api } from '../../api/api.ts'
import type { WalletHistoryData } from '../../api/endpoints.gen.ts'

/** Assets that the history can be narrowed to; empty is all. */
export type HistoryFilter = '' | 'coin' | 'diamond' | 'gusd' | 'usdt' | 'coupon'

/** Lines of one page; the server allows at most 50. */
export const pageSize = 20

const wallet = api.injectEndpoints({
  endpoints: (build) => ({
    walletLines: build.infiniteQuery<WalletHistoryData, HistoryFilter, string>({
      query: ({ queryArg: asset, pageParam }) => ({
        url: '/api/v1/wallet/history',
        method: 'POST',
        body: { ...(asset ? { asset } : {}), last_id: pageParam, size: pageSize },
      }),
      infiniteQueryOptions: {
        initialPageParam: '',
        getNextPageParam: (page) => (page.has_more ? page.next_last_id : undefined),
      },
      providesTags: ['History'],
    }),
  }),
})

export const { useWalletLinesInfiniteQuery } = wallet
