// Withdrawals.
import { endpoints } from '../../api/endpoints.gen.ts'
import { invalidates, provides } from '../../api/tags.ts'

const withdraw = endpoints.enhanceEndpoints({
  endpoints: {
    withdrawInfo: provides('Withdraws'),
    withdrawDetail: provides('Withdraws'),
    withdrawListPages: provides('Withdraws'),
    withdrawSetAddress: invalidates('Withdraws'),
    withdrawDo: invalidates('Withdraws', 'Kyc', 'History'),
  },
})

export const {
  useWithdrawInfoQuery,
  useWithdrawDetailQuery,
  useWithdrawListPagesInfiniteQuery,
  useWithdrawSetAddressMutation,
  useWithdrawDoMutation,
} = withdraw
