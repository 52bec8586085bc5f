// What a payment by wallet must not lose when the client reloads on the way to a wallet app and back: the connection,
// and a signature that the server has not received yet. Of this tab alone: who opens the product anew connects anew.

const prefix = 'wallet '
const signed = (orderNo: string) => `${prefix}signed ${orderNo}`
/** Under which name the protocol's library keeps its connection. */
const connection = `${prefix}ton-connect-storage_bridge-connection`

/** Storage for the protocol's library. */
export const kept = {
  getItem: async (key: string) => sessionStorage.getItem(prefix + key),
  setItem: async (key: string, value: string) => sessionStorage.setItem(prefix + key, value),
  removeItem: async (key: string) => sessionStorage.removeItem(prefix + key),
}

/**
 * Remembers whether the wallet was opened on this device; else a camera read the code, and its question waits
 * elsewhere.
 */
export function keepOpenedHere(opened: boolean): void {
  sessionStorage.setItem(`${prefix}opened`, String(opened))
}

/** Whether the wallet is an app on this device. */
export function openedHere(): boolean {
  return sessionStorage.getItem(`${prefix}opened`) === 'true'
}

/** Whether a wallet was connected, or was about to be. */
export function hasConnection(): boolean {
  return sessionStorage.getItem(connection) !== null
}

/** The message that the wallet signed for an order and that the server has not received; null when there is none. */
export function signedFor(orderNo: string): string | null {
  return sessionStorage.getItem(signed(orderNo))
}

/** Keeps a signed message until the server has it; null forgets it. */
export function keepSigned(orderNo: string, boc: string | null): void {
  if (boc === null) sessionStorage.removeItem(signed(orderNo))
  else sessionStorage.setItem(signed(orderNo), boc)
}
