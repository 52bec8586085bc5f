// The demo wallet of a development server: calls that exist there alone, so they are not in the published contract.
import { api } from '../../api/api.ts'

/** What the player's demo wallet holds on the local chain; TON in its smallest unit, a billionth. */
export type DemoWalletInfo = { address: string; ton: string; usdt: string }

const demo = api.injectEndpoints({
  endpoints: (build) => ({
    demoWalletInfo: build.query<DemoWalletInfo, void>({ query: () => ({ url: '/dev/wallet/info', method: 'POST' }), providesTags: ['Orders'] }),
    demoWalletPay: build.mutation<unknown, { order_no: string; amount: string }>({
      query: (body) => ({ url: '/dev/wallet/pay', method: 'POST', body }),
      invalidatesTags: ['Orders'],
    }),
  }),
})

export const { useDemoWalletInfoQuery, useDemoWalletPayMutation } = demo
