// The device's fingerprint or face, asked through the messenger before money leaves (domain §3.12). The messenger
// keeps a token for us and gives it out only to the owner; what it is worth is the server's business.
//
//   get info    not offered, or nothing comes: go on without
//   access      asked for once; refused for good: go on without
//   token       made and kept by the messenger when there is none
//   auth        given: the token; declined: stop
import { on, post, type EventData } from './bridge.ts'
import { offers } from './messenger.ts'

/** The owner's token, nothing to ask with, or a no. */
export type OwnerProof = { kind: 'token'; token: string } | { kind: 'unavailable' } | { kind: 'declined' }

/** A client that offers this answers at once; one that does not must not hold the player up. */
const infoMaxMs = 1_500
const unavailable: OwnerProof = { kind: 'unavailable' }

/** Asks whoever holds the phone to prove that they own it; `reason` is shown by the device. */
export async function proveOwner(reason: string): Promise<OwnerProof> {
  if (!offers(7.2)) return unavailable
  const info = await ask('biometry_info_received', 'web_app_biometry_get_info', {}, infoMaxMs)
  if (info?.['available'] !== true) return unavailable
  const allowed = info['access_granted'] === true ? info : await access(info, reason)
  if (allowed?.['access_granted'] !== true) return unavailable
  if (allowed['token_saved'] !== true) {
    const kept = await ask('biometry_token_updated', 'web_app_biometry_update_token', {
      token: newToken(),
      reason,
    })
    if (kept?.['status'] !== 'updated') return unavailable
  }
  const auth = await ask('biometry_auth_requested', 'web_app_biometry_request_auth', { reason })
  const token = auth?.['token']
  return auth?.['status'] === 'authorized' && typeof token === 'string' && token
    ? { kind: 'token', token }
    : { kind: 'declined' }
}

/** A player who said no before is not asked again. */
function access(info: EventData, reason: string): Promise<EventData | null> {
  if (info['access_requested'] === true) return Promise.resolve(null)
  return ask('biometry_info_received', 'web_app_biometry_request_access', { reason })
}

/** Sends an event and waits for its answer, for `maxMs` when the client may know nothing of it. */
function ask(answer: string, event: string, data: EventData, maxMs?: number): Promise<EventData | null> {
  return new Promise((resolve) => {
    const timer = maxMs === undefined ? undefined : setTimeout(() => finish(null), maxMs)
    const off = on(answer, (received) => finish(received))
    const finish = (received: EventData | null) => {
      clearTimeout(timer)
      off()
      resolve(received)
    }
    post(event, data)
  })
}

/** 256 random bits in hex. */
function newToken(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
