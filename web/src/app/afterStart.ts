// What begins once the infos are there and the first screen stands: none of it may hold that screen up.
import { unansweredCalls } from '../api/reqId.ts'
import type { Wire } from '../api/session.ts'
import type { Store } from '../state/store.ts'
import { followLive } from './live.ts'

/** Brings unanswered commands to their end, then follows what changes. */
export async function afterStart(store: Store, wire: Wire): Promise<void> {
  followLive(store, wire)
  if (unansweredCalls().length === 0) return
  const { settleUnanswered } = await import('./unanswered.ts')
  await settleUnanswered(store)
}
