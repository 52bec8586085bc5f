// Coupons and the orders that top them up.
import { endpoints } from '../../api/endpoints.gen.ts'
import { invalidates, provides } from '../../api/tags.ts'

const coupon = endpoints.enhanceEndpoints({
  endpoints: {
    couponInfo: provides('Coupon', 'Orders'),
    couponRecordsPages: provides('Coupon'),
    topupRecordsPages: provides('Orders'),
    topupStatus: provides('Orders'),
    topupCreate: invalidates('Orders'),
    topupSubmit: invalidates('Orders'),
    topupCancel: invalidates('Orders'),
    promotionProveWallet: invalidates('Tasks'),
  },
})

export const {
  useCouponInfoQuery,
  useCouponRecordsPagesInfiniteQuery,
  useTopupRecordsPagesInfiniteQuery,
  useTopupStatusQuery,
  useTopupCreateMutation,
  useTopupSubmitMutation,
  useTopupCancelMutation,
  usePromotionProveWalletMutation: useProveWalletMutation,
  usePromotionWalletPayloadQuery: useWalletPayloadQuery,
} = coupon

export const { topupMessage } = coupon.endpoints
