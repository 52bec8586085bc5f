// What a payment by wallet must not lose when the client reloads on the way to a wallet app and back: the connection,
// and a signature that the server has not received yet. Of this tab alone: who opens the product anew connects anew.
import { tabStorage } from '../../shared/tabStorage.ts'

const prefix = 'wallet '
const signed = (orderNo: string) => `${prefix}signed ${orderNo}`
/** Under which name the protocol's library keeps its connection. */
const connection = `${prefix}ton-connect-storage_bridge-connection`

/** Storage for the protocol's library. */
export const kept = {
  getItem: async (key: string) => tabStorage.get(prefix + key),
  setItem: async (key: string, value: string) => void tabStorage.set(prefix + key, value),
  removeItem: async (key: string) => tabStorage.remove(prefix + key),
}

/**
 * Remembers whether the wallet was opened on this device; else a camera read the code, and its question waits
 * elsewhere.
 */
export function keepOpenedHere(opened: boolean): void {
  tabStorage.set(`${prefix}opened`, String(opened))
}

/** Whether the wallet is an app on this device. */
export function openedHere(): boolean {
  return tabStorage.get(`${prefix}opened`) === 'true'
}

/** Whether a wallet was connected, or was about to be. */
export function hasConnection(): boolean {
  return tabStorage.get(connection) !== null
}

/** The message that the wallet signed for an order and that the server has not received; null when there is none. */
export function signedFor(orderNo: string): string | null {
  return tabStorage.get(signed(orderNo))
}

/** Keeps a signed message until the server has it; null forgets it. */
export function keepSigned(orderNo: string, boc: string | null): void {
  if (boc === null) tabStorage.remove(signed(orderNo))
  else tabStorage.set(signed(orderNo), boc)
}
