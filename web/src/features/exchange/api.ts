// Exchanges of one asset for another.
import { endpoints } from '../../api/endpoints.gen.ts'
import { invalidates, provides } from '../../api/tags.ts'

const exchange = endpoints.enhanceEndpoints({
  endpoints: {
    exchangeInfo: provides('Exchange'),
    exchangeRecordsPages: provides('Exchange'),
    exchangeDo: invalidates('Exchange', 'Coupon', 'Withdraws', 'History'),
    exchangeUnlock: invalidates('Exchange', 'History'),
  },
})

export const {
  useExchangeInfoQuery,
  useExchangeRecordsPagesInfiniteQuery,
  useExchangeDoMutation,
  useExchangeUnlockMutation,
} = exchange
