// Wallets that open with a payment filled in, so that nobody copies an address, an amount and a comment by hand. The list is
// a file beside the product, read when an order is paid: a wallet comes or goes without a new build.
import type { OrderPay } from '../../api/endpoints.gen.ts'
import { localJson } from '../../api/localJson.ts'
import { toMinor } from '../../ui/money.ts'
import listAddress from './wallets.json?url&no-inline'

/** A wallet: its name, and where its filled-in payment opens. */
export type Wallet = { name: string; transfer: string }

let known: Promise<readonly Wallet[]> | null = null

/** The wallets of the list; a list that cannot be read is empty, and the next order asks again. */
export function wallets(): Promise<readonly Wallet[]> {
  known ??= localJson(listAddress).then(listed, (fault: unknown) => {
    console.warn('The list of wallets could not be read', fault)
    known = null
    return []
  })
  return known
}

function listed(json: unknown): readonly Wallet[] {
  return Array.isArray(json) ? json.filter(isWallet) : []
}

function isWallet(entry: unknown): entry is Wallet {
  const { name, transfer } = (entry ?? {}) as Partial<Record<keyof Wallet, unknown>>
  return typeof name === 'string' && typeof transfer === 'string' && transfer.startsWith('https://')
}

/** The wallet's payment: this order's account, token, exact amount and comment. */
export function payLink({ transfer }: Wallet, { to, jetton_master: jetton, comment }: OrderPay, amount: string): string {
  const parts = new URLSearchParams({ jetton, amount: String(toMinor(amount, 6) ?? 0n), text: comment })
  return `${transfer}${encodeURIComponent(to)}?${parts.toString()}`
}
