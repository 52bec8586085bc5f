// One HTTP exchange of either app: a JSON body, or a file, is posted, the envelope is taken off the answer, and a call
// without an answer fails after 30 s. Sessions, request ids and what is added to a body are the callers' business.
import { isEnvelope, unsettledCodes, type ApiError, type Envelope } from './envelope.ts'

/** domain §10.9. */
export const timeoutMs = 30_000

/** What a call returned: data, or why there is none. */
export type Answer = { data: unknown } | { error: ApiError }

/** One exchange. `signal` aborts it; `onEnvelope` sees the fields beside the data. */
export type Exchange = {
  url: string
  /** A file goes as it is. */
  body: object | Blob
  headers?: Readonly<Record<string, string>>
  credentials?: RequestCredentials
  signal?: AbortSignal | null
  onEnvelope?: (envelope: Envelope) => void
}

/** Posts and unwraps. Never throws: what is no envelope counts as no answer. */
export async function postJson({
  url,
  body,
  headers = {},
  credentials = 'same-origin',
  signal = null,
  onEnvelope,
}: Exchange): Promise<Answer> {
  // Older WebViews have no AbortSignal.any, which would join a time-out with the caller's signal.
  const abort = new AbortController()
  const giveUp = () => abort.abort()
  const timer = setTimeout(giveUp, timeoutMs)
  signal?.addEventListener('abort', giveUp)
  if (signal?.aborted) giveUp()
  const startedMs = Date.now()
  const isFile = body instanceof Blob
  try {
    const response = await fetch(url, {
      method: 'POST',
      credentials,
      headers: { ...(isFile ? {} : { 'content-type': 'application/json' }), ...headers },
      body: isFile ? body : JSON.stringify(body),
      signal: abort.signal,
    })
    const answer: unknown = await response.json()
    if (!isEnvelope(answer)) throw new Error('The answer is no envelope')
    onEnvelope?.(answer)
    return unwrap(answer)
  } catch (fault) {
    if (!signal?.aborted) console.error(`No answer from ${url}`, fault)
    return { error: { kind: 'network', timeout: Date.now() - startedMs >= timeoutMs } }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
  }
}

function unwrap({ error, message, data }: Envelope): Answer {
  if (error === 0) return { data: data ?? null }
  return { error: { kind: 'server', code: error, message, data: data ?? null } }
}

/** How a call that got no answer is repeated. */
export type Retries = {
  /** Pauses before the further tries. */
  pausesMs: readonly number[]
  signal?: AbortSignal | null
  pause?: (ms: number) => Promise<void>
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Sends until there is an answer; a time-out or an aborted call is not repeated. */
export async function withRetries(
  send: () => Promise<Answer>,
  { pausesMs, signal = null, pause = sleep }: Retries,
): Promise<Answer> {
  let answer = await send()
  for (const pauseMs of pausesMs) {
    if (!lostOnTheWay(answer) || signal?.aborted) break
    await pause(pauseMs)
    answer = await send()
  }
  return answer
}

const lostOnTheWay = (answer: Answer): boolean =>
  'error' in answer && answer.error.kind === 'network' && !answer.error.timeout

/** Whether the request id of this call must be repeated: the server has stored no answer for it, or none arrived. */
export function isUnsettled(answer: Answer): boolean {
  return 'error' in answer && (answer.error.kind === 'network' || unsettledCodes.includes(answer.error.code))
}
