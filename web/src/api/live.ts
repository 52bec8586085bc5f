// One connection to the stream on which the server announces to a player that something of theirs has changed. It
// carries no amounts: a client that receives a hint reads through the ordinary calls.
import { codes, isEnvelope } from '../shared/envelope.ts'
import { serverNow } from './clock.ts'
import { eventReader } from './eventStream.ts'

/** What the hints are about. */
export type HintName = 'balance' | 'withdrawal' | 'topup'
/** A hint; `at` is the position that an answer must have seen to know of it. */
export type Hint = { name: HintName; at: number }

/** How a connection ended: broken off, the token is not accepted, or this server has no such stream. */
export type StreamEnd = 'lost' | 'refused' | 'absent'

/** What a connection needs. */
export type LiveParts = {
  base: string
  token: string
  /** The last position received; null at first. */
  from: number | null
  signal: AbortSignal
  /** The stream is open. */
  onOpen: () => void
  onHint: (hint: Hint) => void
  onPosition: (position: number) => void
}

/** The server sends something every 15 s; a connection that is silent for longer than two of these is dead, as happens
 * on phones. */
export const silenceMaxMs = 40_000

const names: readonly string[] = ['balance', 'withdrawal', 'topup'] satisfies HintName[]

/** Listens until the connection ends. Never throws. */
export async function listen(parts: LiveParts): Promise<StreamEnd> {
  const abort = new AbortController()
  const giveUp = () => abort.abort()
  parts.signal.addEventListener('abort', giveUp)
  let silence = setTimeout(giveUp, silenceMaxMs)
  const received = () => {
    clearTimeout(silence)
    silence = setTimeout(giveUp, silenceMaxMs)
  }
  try {
    const response = await ask(parts, abort.signal)
    const streams =
      response.ok && response.headers.get('content-type')?.startsWith('text/event-stream') === true
    if (!streams || !response.body) return await refusalOf(response)
    parts.onOpen()
    await read(response.body, parts, received)
    return 'lost'
  } catch {
    return 'lost'
  } finally {
    clearTimeout(silence)
    parts.signal.removeEventListener('abort', giveUp)
    abort.abort()
  }
}

/** Asked like every other call: the token stays out of addresses. */
function ask({ base, token, from }: LiveParts, signal: AbortSignal): Promise<Response> {
  return fetch(`${base}/api/v1/live/events`, {
    method: 'POST',
    headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify({ ts: serverNow(), token, ...(from === null ? {} : { from }) }),
    signal,
  })
}

async function read(body: ReadableStream<Uint8Array>, parts: LiveParts, received: () => void): Promise<void> {
  const push = eventReader(({ id, name, data }) => {
    if (id !== null && /^\d+$/.test(id)) parts.onPosition(Number(id))
    if (names.includes(name)) parts.onHint({ name: name as HintName, at: positionIn(data) })
  })
  const reader = body.getReader()
  const decoder = new TextDecoder()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    received()
    push(decoder.decode(value, { stream: true }))
  }
}

/** A hint that says no position is about something newer than anything known. */
function positionIn(data: string): number {
  try {
    const at = (JSON.parse(data) as { at?: unknown } | null)?.at
    return typeof at === 'number' ? at : Infinity
  } catch {
    return Infinity
  }
}

async function refusalOf(response: Response): Promise<StreamEnd> {
  if (response.status === 404 || response.status === 405) return 'absent'
  const body: unknown = await response.json().catch(() => null)
  return isEnvelope(body) && body.error === codes.token ? 'refused' : 'lost'
}
