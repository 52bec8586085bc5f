// What is done with the VIP tiers.
import { endpoints } from '../../api/endpoints.gen.ts'
import { invalidates } from '../../api/tags.ts'

const vip = endpoints.enhanceEndpoints({
  endpoints: {
    vipActivate: invalidates('Vip', 'User', 'Coupon', 'Exchange', 'Withdraws', 'History'),
    vipReceive: invalidates('Vip', 'Player', 'History'),
  },
})

export const { useVipActivateMutation, useVipReceiveMutation } = vip
