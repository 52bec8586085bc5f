// Withdrawals as an endless list. The generator knows no infinite queries; types are the generated ones.
import { api } from '../../api/api.ts'
import type { WithdrawListData } from '../../api/endpoints.gen.ts'

/** Withdrawals of one page; the server allows at most 50. */
export const pageSize = 20

const withdrawals = api.injectEndpoints({
  endpoints: (build) => ({
    withdrawPages: build.infiniteQuery<WithdrawListData, void, string>({
      query: ({ pageParam }) => ({
        url: '/api/v1/withdraw/list',
        method: 'POST',
        body: { last_id: pageParam, size: pageSize },
      }),
      infiniteQueryOptions: {
        initialPageParam: '',
        getNextPageParam: (page) => (page.has_more ? page.next_last_id : undefined),
      },
      providesTags: ['Withdraws'],
    }),
  }),
})

export const { useWithdrawPagesInfiniteQuery } = withdrawals
