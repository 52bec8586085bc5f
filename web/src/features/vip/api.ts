// The VIP tiers.
import { endpoints } from '../../api/endpoints.gen.ts'
import { invalidates, provides } from '../../api/tags.ts'

const vip = endpoints.enhanceEndpoints({
  endpoints: {
    vipInfo: provides('Vip'),
    vipActivate: invalidates('Vip', 'User', 'Coupon', 'Exchange', 'Withdraws', 'History'),
    vipReceive: invalidates('Vip', 'Player', 'History'),
  },
})

export const { useVipInfoQuery, useVipActivateMutation, useVipReceiveMutation } = vip
