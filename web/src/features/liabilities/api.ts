// The proof of the player's own balances, which a daily close alone makes stale, and what his history says of their
// moment.
import { endpoints, type WalletHistoryBody, type WalletHistoryData } from '../../api/endpoints.gen.ts'
import { post } from '../../api/post.ts'

export const { useWalletProofQuery } = endpoints

/** The lines of the history before a place: not those that the wallet shows, which begin with the newest. */
export const { historyBefore } = endpoints.injectEndpoints({
  endpoints: (build) => ({
    historyBefore: build.query<WalletHistoryData, WalletHistoryBody>({
      query: post('wallet/history'),
      keepUnusedDataFor: 0,
    }),
  }),
}).endpoints
