// The staff protocol in one place: POST with the header that no foreign page can send, the envelope off, 30 s of
// patience, one id for one intention to change something.
//
// A write keeps its request id until the server has answered, so that pressing the button again after a broken line
// repeats the same act. While the past is on the screen nothing that changes facts leaves the browser.
import type { BaseQueryFn } from '@reduxjs/toolkit/query'
import { codes, isEnvelope, type ApiError } from '../../api/envelope.ts'
import { uuid7 } from '../../api/reqId.ts'
import { asOfPaths, reqIdPaths } from './calls.gen.ts'
import { sessionEnded, type WithSession } from './session.ts'
import { shownAt, type WithView } from './view.ts'

/** As the players' calls. */
const timeoutMs = 30_000
/** Before the one repetition of a read that got no answer. */
const pauseMs = 400
/** Refusals before any rule was asked: the id stays for the next try. */
const unsettled: readonly number[] = [
  codes.fault,
  codes.token,
  codes.maintenance,
  codes.throttled,
  codes.busy,
]

/** What a generated endpoint asks for. */
export type Call = { url: string; method: string; body?: object }
type Answer = { data: unknown } | { error: ApiError }

/** Ids of writes without an answer, by path and body. */
const waiting = new Map<string, string>()

/** A write was tried while the past is shown. */
export const pastIsReadOnly: ApiError = {
  kind: 'server',
  code: -1,
  message: 'The past is shown: return to now before you change anything.',
  data: null,
}

/** The call of a path after /staff/v1/. */
export const post =
  (path: string) =>
  (body: object | void): Call => ({ url: `/staff/v1/${path}`, method: 'POST', ...(body ? { body } : {}) })

/** Rows of a page when the argument names no `limit`; the server allows at most 200. */
export const pageRows = 100

/** The cursor of a page; null for the newest rows. */
export type PageParam = string | number | null

/** The argument of a list without its cursor, which the cache keeps; nothing when no other field is required. */
export type Paged<Arg> = object extends Omit<Arg, 'before'> ? Omit<Arg, 'before'> | void : Omit<Arg, 'before'>

/** The call of one page of a list. */
export const postPage =
  (path: string) =>
  ({ queryArg, pageParam }: { queryArg: object | void; pageParam: PageParam }): Call =>
    post(path)({ limit: pageRows, ...queryArg, ...(pageParam === null ? {} : { before: pageParam }) })

/** How one page leads to the next. */
export const paged = {
  initialPageParam: null,
  getNextPageParam: (page: { next?: PageParam }): PageParam | undefined => page.next ?? undefined,
}

/** The one base query of the console. */
export const baseQuery: BaseQueryFn<Call, unknown, ApiError> = async ({ url, body = {} }, api) => {
  const state = api.getState() as WithSession & WithView
  const changes = reqIdPaths.has(url)
  if (changes && state.view.asOf !== null && !asOfPaths.has(url)) return { error: pastIsReadOnly }
  const answer = changes
    ? await write(url, body, api.signal)
    : await read(url, body, api.type === 'query', api.signal)
  if ('error' in answer && answer.error.kind === 'server' && answer.error.code === codes.token)
    api.dispatch(sessionEnded())
  if ('data' in answer) seeMoment(answer.data, api.dispatch)
  return answer
}

async function read(url: string, body: object, repeatable: boolean, signal: AbortSignal): Promise<Answer> {
  const first = await send(url, body, signal)
  if (
    !repeatable ||
    !('error' in first) ||
    first.error.kind !== 'network' ||
    first.error.timeout ||
    signal.aborted
  )
    return first
  await new Promise((done) => setTimeout(done, pauseMs))
  return send(url, body, signal)
}

async function write(url: string, body: object, signal: AbortSignal): Promise<Answer> {
  const key = `${url} ${JSON.stringify(body)}`
  const id = waiting.get(key) ?? uuid7()
  waiting.set(key, id)
  const answer = await send(url, { ...body, req_id: id }, signal)
  const open = 'error' in answer && (answer.error.kind === 'network' || unsettled.includes(answer.error.code))
  if (!open) waiting.delete(key)
  return answer
}

/** Answers of the books say at which place of the log they were true. */
function seeMoment(data: unknown, dispatch: (action: ReturnType<typeof shownAt>) => void): void {
  const at = (data as { at?: { positions?: unknown; time_ms?: unknown } } | null)?.at
  if (typeof at?.positions === 'object' && at.positions !== null && typeof at.time_ms === 'number') {
    dispatch(shownAt({ positions: at.positions as Record<string, number>, time_ms: at.time_ms }))
  }
}

async function send(url: string, body: object, signal: AbortSignal): Promise<Answer> {
  const startedMs = Date.now()
  try {
    const response = await fetch(url, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json', 'x-staff': '1' },
      body: JSON.stringify(body),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    return unwrap(await response.json())
  } catch (fault) {
    if (!signal.aborted) console.error(`No answer from ${url}`, fault)
    return { error: { kind: 'network', timeout: Date.now() - startedMs >= timeoutMs } }
  }
}

function unwrap(body: unknown): Answer {
  if (!isEnvelope(body)) throw new Error('The answer is no envelope')
  if (body.error === 0) return { data: body.data ?? null }
  return { error: { kind: 'server', code: body.error, message: body.message, data: body.data ?? null } }
}
