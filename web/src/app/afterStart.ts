// What begins once the infos are there and the first screen stands: none of it may hold that screen up.
import { unansweredCalls } from '../api/reqId.ts'
import type { Wire } from '../api/session.ts'
import type { Store } from '../state/store.ts'
import { followDay } from './day.ts'
import { followLive } from './live.ts'
import { followSenses } from './senses.ts'

/** Sound and taps of the phone, live updates, the new day, and the end of unanswered commands. */
export async function afterStart(store: Store, wire: Wire): Promise<void> {
  followSenses(store)
  followLive(store, wire)
  followDay(store)
  if (unansweredCalls().length === 0) return
  const { settleUnanswered } = await import('./unanswered.ts')
  await settleUnanswered(store)
}
