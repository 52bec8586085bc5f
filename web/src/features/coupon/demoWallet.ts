// Development only: a wallet that a browser would bring along, on the local chain. It uses the protocol of such
// wallets (an object in the page with `connect` and `send`), so that an order is paid here the way it is paid
// anywhere. It asks the player before it connects and before it signs, in a window of its own.
import { texts, type Values } from '../../i18n/texts.ts'
import type { Store } from '../../state/store.ts'
import { fromMinor } from '../../shared/money.ts'
import { settle } from '../../ui/openSheets.ts'
import { demoWalletInfo, demoWalletProve, demoWalletSend, type DemoWalletInfo } from './demoApi.ts'
import css from './demoWallet.module.css'
import type { Wallet } from './wallets.ts'

/** Under which name it is in the page. */
const key = 'demoWallet'
/** The wallet as the list would have it. */
export const demoWallet: Wallet = { name: 'Demo wallet', appName: 'demo', remote: null, jsBridgeKey: key }

/** Codes of the protocol. */
const codes = { unknown: 0, declined: 300, unsupported: 400 } as const
/** A new wallet is filled on the chain, which takes some blocks. */
const lookEveryMs = 1_000
const device = {
  platform: 'browser',
  appName: demoWallet.appName,
  appVersion: '1',
  maxProtocolVersion: 2,
  features: ['SendTransaction', { name: 'SendTransaction', maxMessages: 1 }],
}

/** What a page asks for when it connects: the address, and perhaps a proof. */
type Asked = { items: ({ name: 'ton_addr' } | { name: 'ton_proof'; payload: string })[] }
type Rpc = { id: string; method: string; params: string[] }
type Transaction = { valid_until: number; messages: { address: string; amount: string; payload: string }[] }

/** Puts the wallet into the page, where the server has one for this player. Gives whether it is there. */
export async function installDemoWallet(store: Pick<Store, 'dispatch'>): Promise<boolean> {
  if (key in window) return true
  const info = async () =>
    (await store.dispatch(demoWalletInfo.initiate(undefined, { forceRefetch: true, subscribe: false }))).data
  if (!(await info())) return false
  Object.assign(window, { [key]: { tonconnect: bridge(store, info) } })
  return true
}

function bridge(store: Pick<Store, 'dispatch'>, info: () => Promise<DemoWalletInfo | undefined>) {
  let eventId = 0
  const refused = (code: number, message: string) => ({
    event: 'connect_error',
    id: ++eventId,
    payload: { code, message },
  })
  const prove = async (payload: string) => {
    const statement = { domain: location.host, timestamp: Math.floor(Date.now() / 1_000), payload }
    const signed = await store.dispatch(demoWalletProve.initiate(statement))
    if (!signed.data) return { name: 'ton_proof', error: { code: codes.unknown, message: 'Not signed' } }
    const domain = { lengthBytes: statement.domain.length, value: statement.domain }
    return { name: 'ton_proof', proof: { ...statement, ...signed.data, domain } }
  }
  const connected = async (asked?: Asked) => {
    const wallet = await info()
    if (!wallet) return refused(codes.unknown, 'The server has no such wallet')
    const account = {
      name: 'ton_addr',
      address: wallet.raw,
      network: '-239',
      walletStateInit: wallet.state_init,
      publicKey: wallet.public_key,
    }
    const wanted = asked?.items.find((item) => item.name === 'ton_proof')
    const items = wanted ? [account, await prove(wanted.payload)] : [account]
    return { event: 'connect', id: ++eventId, payload: { items, device } }
  }
  const send = async ({ id, method, params }: Rpc) => {
    const failed = (code: number, message: string) => ({ id, error: { code, message } })
    if (method === 'disconnect') return { id, result: {} }
    if (method !== 'sendTransaction') return failed(codes.unsupported, method)
    const { valid_until: validUntil, messages } = JSON.parse(params[0] ?? '{}') as Transaction
    const [message] = messages
    if (!message || messages.length > 1) return failed(codes.unknown, 'One message at a time')
    if (!(await ask('send', info, message))) return failed(codes.declined, 'Declined')
    const sent = await store.dispatch(demoWalletSend.initiate({ valid_until: validUntil, ...message }))
    return sent.data ? { id, result: sent.data.boc } : failed(codes.unknown, 'The chain did not take it')
  }
  return {
    deviceInfo: device,
    protocolVersion: 2,
    isWalletBrowser: false,
    connect: async (_version: number, asked: Asked) =>
      (await ask('connect', info)) ? connected(asked) : refused(codes.declined, 'Declined'),
    restoreConnection: async () => connected(),
    send,
    listen: () => () => undefined,
    disconnect: () => undefined,
  }
}

/** Asks in a window of the wallet's own; a payment can be confirmed once the wallet holds the fees. */
async function ask(
  what: 'connect' | 'send',
  info: () => Promise<DemoWalletInfo | undefined>,
  message?: { address: string; amount: string },
): Promise<boolean> {
  const t = (key: string, values?: Values) => texts.t(`demo.${key}`, { ...values, ns: 'coupon' })
  const dialog = document.createElement('dialog')
  dialog.className = css.wallet ?? ''
  dialog.setAttribute('aria-label', t('title'))
  const [title, text, holds, yes, no] = (['h2', 'p', 'p', 'button', 'button'] as const).map((tag) =>
    document.createElement(tag),
  ) as [HTMLElement, HTMLElement, HTMLElement, HTMLButtonElement, HTMLButtonElement]
  title.textContent = t('title')
  text.textContent = message ? t('asks', { ton: tonOf(message.amount), to: message.address }) : t('connects')
  yes.textContent = t(what === 'send' ? 'confirm' : 'connect')
  no.textContent = t('decline')
  dialog.append(title, text, holds, yes, no)
  document.body.append(dialog)
  const needed = BigInt(message?.amount ?? '0')
  const look = async () => {
    const wallet = await info()
    const enough = wallet !== undefined && BigInt(wallet.ton) > needed && wallet.usdt !== '0.000000'
    yes.disabled = what === 'send' && !enough
    holds.textContent = wallet
      ? t(enough ? 'holds' : 'filling', { usdt: wallet.usdt, ton: tonOf(wallet.ton) })
      : ''
  }
  const looks = setInterval(() => void look(), lookEveryMs)
  yes.disabled = true
  void look()
  dialog.showModal()
  const answer = await new Promise<boolean>((resolve) => {
    yes.addEventListener('click', () => resolve(true))
    no.addEventListener('click', () => resolve(false))
    dialog.addEventListener('cancel', () => resolve(false))
  })
  clearInterval(looks)
  dialog.close()
  dialog.remove()
  // As after a sheet: the second tap of a double tap is not for what lies below it.
  settle()
  return answer
}

function tonOf(nano: string): string {
  return fromMinor(BigInt(nano), 9).replace(/\.?0+$/, '')
}
