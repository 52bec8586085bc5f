// Wallets that TON Connect reaches, by the list beside the product (domain §10.7: by relative path, nothing is
// downloaded from elsewhere). It has the form of the public list of wallets, because the protocol's library reads the
// same file.
import { localJson } from '../../api/localJson.ts'
import listAddress from './wallets.json?url&no-inline'

/** A wallet: how it is called, how it names itself, and over which ways it is reached; at least one is there. */
export type Wallet = {
  name: string
  appName: string
  /** Opens the wallet on this device or behind a code, and the relay that it answers over. */
  remote: { universalLink: string; bridgeUrl: string } | null
  /** The name under which a wallet's browser puts itself into the page. */
  jsBridgeKey: string | null
}

type Bridge = { type?: unknown; url?: unknown; key?: unknown }

/** The list's whole address. */
export const walletsAddress = new URL(listAddress, location.href).href

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
  return Array.isArray(json) ? json.flatMap((entry) => walletOf(entry) ?? []) : []
}

function walletOf(entry: unknown): Wallet | null {
  const {
    name,
    app_name: appName,
    universal_url: link,
    bridge,
  } = (entry ?? {}) as Readonly<Record<string, unknown>>
  if (typeof name !== 'string' || typeof appName !== 'string' || !Array.isArray(bridge)) return null
  const bridges = bridge.filter((each): each is Bridge => typeof each === 'object' && each !== null)
  const relay = bridges.find(({ type }) => type === 'sse')?.url
  const key = bridges.find(({ type }) => type === 'js')?.key
  const remote = isHttps(link) && isHttps(relay) ? { universalLink: link, bridgeUrl: relay } : null
  const jsBridgeKey = typeof key === 'string' ? key : null
  return remote || jsBridgeKey ? { name, appName, remote, jsBridgeKey } : null
}

function isHttps(text: unknown): text is string {
  return typeof text === 'string' && text.startsWith('https://')
}
