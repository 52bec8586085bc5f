// Purchases in the shop.
import { endpoints } from '../../api/endpoints.gen.ts'
import { invalidates } from '../../api/tags.ts'

const shop = endpoints.enhanceEndpoints({
  endpoints: {
    shopBuy: invalidates('Shop', 'Coupon', 'Vip', 'User', 'Player', 'History'),
  },
})

export const { useShopBuyMutation } = shop
