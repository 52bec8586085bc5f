// The demo wallet of a development server: calls that exist there alone, so they are not in the published contract.
import { api } from '../../api/api.ts'

/** What a demo wallet says of itself on the local chain; TON in its smallest unit, a billionth. */
export type DemoWalletInfo = {
  address: string
  raw: string
  public_key: string
  state_init: string
  ton: string
  usdt: string
}
/** A message to be signed and sent; `valid_until` in seconds, `payload` a bag of cells in base64. */
export type DemoMessage = { valid_until: number; address: string; amount: string; payload: string }

/** What `ton_proof` has a wallet sign; `timestamp` in seconds. */
export type DemoStatement = { domain: string; timestamp: number; payload: string }

const demo = api.injectEndpoints({
  endpoints: (build) => ({
    demoWalletInfo: build.query<DemoWalletInfo, void>({
      query: () => ({ url: '/dev/wallet/info', method: 'POST' }),
    }),
    demoWalletProve: build.mutation<{ signature: string }, DemoStatement>({
      query: (body) => ({ url: '/dev/wallet/prove', method: 'POST', body }),
    }),
    demoWalletSend: build.mutation<{ boc: string }, DemoMessage>({
      query: (body) => ({ url: '/dev/wallet/send', method: 'POST', body }),
      invalidatesTags: ['Orders'],
    }),
  }),
})

export const { demoWalletInfo, demoWalletProve, demoWalletSend } = demo.endpoints
