// Limits that players set for themselves.
import { endpoints } from '../../api/endpoints.gen.ts'
import { invalidates, provides } from '../../api/tags.ts'

const limits = endpoints.enhanceEndpoints({
  endpoints: {
    limitsInfo: provides('Limits'),
    limitsSet: invalidates('Limits', 'User', 'Player', 'Coupon'),
    limitsExclude: invalidates('Limits', 'User', 'Player'),
  },
})

export const { useLimitsInfoQuery, useLimitsSetMutation, useLimitsExcludeMutation } = limits
