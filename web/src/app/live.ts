// Live updates: one stream while the player is signed in and looks.
//
//   signed in, visible, online   connect, from the last position received
//   open                         hints make answers stale; polling slows down (state/hooks.ts)
//   broken off                   wait 1 s, 2 s, … 30 s, with jitter, and connect again; meanwhile polling as ever
//   token refused                an ordinary call renews the session; its new token begins a new stream
//   hidden, signed out, offline  no stream
//
// It reads nothing itself: a hint makes tags stale, and what is on the screen is fetched again.
import { api } from '../api/api.ts'
import { listen, type Hint } from '../api/live.ts'
import { positionSeen } from '../api/position.ts'
import type { Wire } from '../api/session.ts'
import { creditTags, type Tag } from '../api/tags.ts'
import { onVisible, visible } from '../platform/visibility.ts'
import type { Store } from '../state/store.ts'
import { liveSet } from '../state/system.ts'

const pauseMinMs = 1_000
const pauseMaxMs = 30_000
/** A stream that lived so long was a good one: the next pause is a short one again. */
const livedMs = 10_000
/** Time for the answer of the player's own command, which brings the same news, and for hints that come together. */
const gatherMs = 200

const staleTags: Readonly<Record<Hint['name'], readonly Tag[]>> = {
  // Balances, rights and counts: whatever is answered from the player's own stream.
  balance: [
    'Player',
    'User',
    'History',
    'SignIn',
    'Vip',
    'Shop',
    'Coupon',
    'Exchange',
    'Withdraws',
    'Kyc',
    'Tasks',
    'Collection',
    'Limits',
  ],
  withdrawal: ['Withdraws', 'Player', 'History', 'Exchange'],
  topup: ['Orders', 'Coupon', ...creditTags],
}

/**
 * Pause before the next try: twice as long after each failure, and never the same for all clients of a server that
 * came back.
 */
export function pauseAfter(failures: number, random: number = Math.random()): number {
  const longest = Math.min(pauseMinMs * 2 ** (failures - 1), pauseMaxMs)
  return Math.round(longest / 2 + (longest / 2) * random)
}

/** Follows the player until the returned function is called. */
export function followLive(store: Store, wire: Wire): () => void {
  const hints = gatherHints(store)
  let running: { token: string; abort: AbortController } | null = null
  let position: number | null = null
  let absent = false

  const tokenNow = () =>
    visible() && store.getState().system.online && !absent ? store.getState().client.token : null
  const change = (token: string | null) => {
    if (token === (running?.token ?? null)) return
    running?.abort.abort()
    running = token === null ? null : { token, abort: new AbortController() }
    const started = running
    store.dispatch(liveSet(false))
    if (!started) return
    const place = { get: () => position, set: (received: number) => void (position = received) }
    void keepListening({
      store,
      wire,
      token: started.token,
      signal: started.abort.signal,
      hints,
      position: place,
      onAbsent: () => void (absent = true),
    })
  }
  const reconsider = () => change(tokenNow())

  const offs = [store.subscribe(reconsider), onVisible(reconsider)]
  reconsider()
  return () => {
    for (const off of offs) off()
    change(null)
  }
}

type Following = {
  store: Store
  wire: Wire
  token: string
  signal: AbortSignal
  hints: (hint: Hint) => void
  position: { get: () => number | null; set: (received: number) => void }
  onAbsent: () => void
}

/** Connects again and again; ends with the signal, a refused token, or a server that has no stream. */
async function keepListening({
  store,
  wire,
  token,
  signal,
  hints,
  position,
  onAbsent,
}: Following): Promise<void> {
  let failures = 0
  for (;;) {
    const startedMs = Date.now()
    const from = position.get()
    let head: number | null = null
    const onPosition = (received: number) => {
      head ??= received
      position.set(received)
    }
    // A client that comes back learns at the head that everything may have changed: no answer seen meanwhile makes that
    // old.
    const onHint = (hint: Hint) =>
      hints(from !== null && head !== null && hint.at <= head ? { ...hint, at: Infinity } : hint)
    const onOpen = () => {
      store.dispatch(liveSet(true))
      // What happened between the start's own reading and the first position.
      if (from === null) store.dispatch(api.util.invalidateTags(['Player']))
    }
    const end = await listen({ base: wire.base, token, from, signal, onOpen, onHint, onPosition })
    if (signal.aborted) return
    store.dispatch(liveSet(false))
    if (end === 'absent') return onAbsent()
    if (end === 'refused') {
      store.dispatch(api.util.invalidateTags(['Player']))
      return
    }
    failures = Date.now() - startedMs > livedMs ? 1 : failures + 1
    await wire.pause(pauseAfter(failures))
    if (signal.aborted) return
  }
}

/**
 * Hints that come together are one reading; one about balances that an answer had seen already, such as the player's
 * own command's, is none. The other topics are always news: they may come from another log, whose positions say
 * nothing about this one's, and no answer carries a whole list.
 */
function gatherHints(store: Store): (hint: Hint) => void {
  let waiting: Hint[] = []
  const flush = () => {
    const news = waiting.filter(({ name, at }) => name !== 'balance' || at > positionSeen())
    waiting = []
    const tags = [...new Set(news.flatMap(({ name }) => staleTags[name]))]
    if (tags.length > 0) store.dispatch(api.util.invalidateTags(tags))
  }
  return (hint) => {
    if (waiting.length === 0) setTimeout(flush, gatherMs)
    waiting.push(hint)
  }
}
