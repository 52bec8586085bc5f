// Coupon movements and top-up orders as endless lists. The generator knows no infinite queries; types are the generated ones.
import { api } from '../../api/api.ts'
import type { CouponRecordsData, TopupRecordsData } from '../../api/endpoints.gen.ts'

/** Lines of one page; the server allows at most 50. */
const pageSize = 20

const coupon = api.injectEndpoints({
  endpoints: (build) => ({
    couponLines: build.infiniteQuery<CouponRecordsData, void, string>({
      query: ({ pageParam }) => ({
        url: '/api/v1/coupon/records',
        method: 'POST',
        body: { last_id: pageParam, size: pageSize },
      }),
      infiniteQueryOptions: {
        initialPageParam: '',
        getNextPageParam: (page) => (page.has_more ? page.next_last_id : undefined),
      },
      providesTags: ['Coupon'],
    }),
    topupLines: build.infiniteQuery<TopupRecordsData, void, string>({
      query: ({ pageParam }) => ({
        url: '/api/v1/topup/records',
        method: 'POST',
        body: { last_id: pageParam, size: pageSize },
      }),
      infiniteQueryOptions: {
        initialPageParam: '',
        getNextPageParam: (page) => (page.has_more ? page.next_last_id : undefined),
      },
      providesTags: ['Orders'],
    }),
  }),
})

export const { useCouponLinesInfiniteQuery, useTopupLinesInfiniteQuery } = coupon
