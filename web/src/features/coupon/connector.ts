// The player's wallet over TON Connect. The library is large and stands here alone: this file is loaded when a player
// wants to connect. It reports nothing: its statistics are off, its list of wallets is ours, and no keys pass by.
import {
  CHAIN,
  TonConnect,
  toUserFriendlyAddress,
  UserRejectsError,
  type Wallet as Connection,
} from '@tonconnect/sdk'
import { useSyncExternalStore } from 'react'
import type { PromotionProveWalletBody } from '../../api/endpoints.gen.ts'
import { openLink } from '../../platform/share.ts'
import { kept } from './kept.ts'
import { walletsAddress, type Wallet } from './wallets.ts'

/** What a wallet is asked to sign, as the server prepared it. */
export type Payment = Parameters<TonConnect['sendTransaction']>[0]

let made: TonConnect | null = null

function connector(): TonConnect {
  if (made) return made
  made = new TonConnect({
    manifestUrl: new URL('tonconnect-manifest.json', location.origin).href,
    walletsListSource: walletsAddress,
    storage: kept,
    analytics: { mode: 'off' },
  })
  made.setConnectionNetwork(CHAIN.MAINNET)
  return made
}

/** The connected wallet; null while there is none. */
export function useConnection(): Connection | null {
  return useSyncExternalStore(
    (listener) => connector().onStatusChange(listener),
    () => connector().wallet,
  )
}

/** Listens to connections that failed: whether the player declined. Returns the way to stop. */
export function onRefused(onFailed: (declined: boolean) => void): () => void {
  return connector().onStatusChange(
    () => undefined,
    (fault) => onFailed(fault instanceof UserRejectsError),
  )
}

/** Goes on with the connection that a reload interrupted. */
export async function restore(): Promise<void> {
  if (!connector().connected) await connector().restoreConnection()
}

/** Whether the wallet is part of this browser. */
export function isHere({ jsBridgeKey }: Wallet): boolean {
  return jsBridgeKey !== null && TonConnect.isWalletInjected(jsBridgeKey)
}

/**
 * Asks a wallet to connect, and to sign `payload` where one is given; gives the link that opens it, or null for a
 * wallet of this browser, which asks by itself. A connection that is there ends.
 */
export async function connect(wallet: Wallet, payload?: string): Promise<string | null> {
  await disconnect()
  const request = payload === undefined ? undefined : { tonProof: payload }
  if (isHere(wallet) && wallet.jsBridgeKey !== null) {
    connector().connect({ jsBridgeKey: wallet.jsBridgeKey }, request)
    return null
  }
  return wallet.remote && connector().connect(wallet.remote, request)
}

/** What the wallet signed to show that it is the player's, with its account; null when it was not asked or refused. */
export function proofOf({ account, connectItems }: Connection): PromotionProveWalletBody | null {
  const reply = connectItems?.tonProof
  if (!reply || !('proof' in reply)) return null
  const { domain, timestamp, payload, signature } = reply.proof
  const { address, publicKey = '', walletStateInit } = account
  return {
    address,
    public_key: publicKey,
    state_init: walletStateInit,
    domain: domain.value,
    timestamp,
    payload,
    signature,
  }
}

/** Ends the connection. */
export async function disconnect(): Promise<void> {
  if (connector().connected) await connector().disconnect()
}

/**
 * How a payment ended at the wallet: signed, or declined by the player, or given up by the signal, or failed in any
 * other way.
 */
export type Signing = { boc: string } | 'declined' | 'stopped' | 'failed'

/** Has the wallet sign; `onAsked` when it has the question. A wallet may still sign after the signal. */
export async function sign(payment: Payment, signal: AbortSignal, onAsked: () => unknown): Promise<Signing> {
  const stopped = new Promise<'stopped'>((resolve) =>
    signal.addEventListener('abort', () => resolve('stopped'), { once: true }),
  )
  const signing = connector()
    .sendTransaction(payment, { signal, onRequestSent: () => void onAsked() })
    .then(
      ({ boc }): Signing => ({ boc }),
      (fault: unknown): Signing => {
        if (fault instanceof UserRejectsError) return 'declined'
        console.warn('The wallet did not sign', fault)
        return 'failed'
      },
    )
  return Promise.race([signing, stopped])
}

/** Brings a wallet's app to the front, where its question waits. */
export function openWallet({ remote }: Wallet): void {
  if (!remote) return
  const link = new URL(remote.universalLink)
  // The messenger's own wallet is a mini-app: it opens at its start page.
  if (link.searchParams.has('attach')) link.search = '?startattach=tonconnect'
  openLink(link.href)
}

/** The connected account's address, after a connection of before the reload is back; null when it has ended. */
export async function connectionAddress(): Promise<string | null> {
  await restore()
  const { wallet } = connector()
  return wallet && shownAddress(wallet)
}

/** An account as wallets show it. */
export function shownAddress({ account }: Connection): string {
  return toUserFriendlyAddress(account.address)
}
