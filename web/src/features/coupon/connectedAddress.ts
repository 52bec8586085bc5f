// The address of the wallet that the player connected, for whoever pays to it. The protocol's library is loaded only
// when it is asked for and there is a connection.
import { hasConnection } from './kept.ts'

/** Null without a connected wallet; known before anything is loaded. */
export function connectedAddress(): (() => Promise<string | null>) | null {
  return hasConnection() ? load : null
}

async function load(): Promise<string | null> {
  const { connectionAddress } = await import('./connector.ts')
  return connectionAddress()
}
