// Exchanges as an endless list. The generator knows no infinite queries; types are the generated ones.
import { api } from '../../api/api.ts'
import type { ExchangeRecordsData } from '../../api/endpoints.gen.ts'

/** Lines of one page; the server allows at most 50. */
const pageSize = 20

const exchange = api.injectEndpoints({
  endpoints: (build) => ({
    exchangeLines: build.infiniteQuery<ExchangeRecordsData, void, string>({
      query: ({ pageParam }) => ({
        url: '/api/v1/exchange/records',
        method: 'POST',
        body: { last_id: pageParam, size: pageSize },
      }),
      infiniteQueryOptions: {
        initialPageParam: '',
        getNextPageParam: (page) => (page.has_more ? page.next_last_id : undefined),
      },
      providesTags: ['Exchange'],
    }),
  }),
})

export const { useExchangeLinesInfiniteQuery } = exchange
