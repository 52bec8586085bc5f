// The staff protocol in one place: POST with the header that no foreign page can send, and one request id for one
// intention to change something.
//
// A write keeps its request id until the server has answered, so that pressing the button again after a broken
// connection repeats the same change. While the past is on the screen nothing that changes the books leaves the
// browser.
import type { BaseQueryFn } from '@reduxjs/toolkit/query'
import { codes, type ApiError } from '../../shared/envelope.ts'
import { isUnsettled, postJson, withRetries, type Answer } from '../../shared/transport.ts'
import { uuid7 } from '../../shared/uuid7.ts'
import { t } from '../texts/index.ts'
import { asOfPaths, reqIdPaths } from './calls.gen.ts'
import type { SessionMe, StaffFinding } from './endpoints.gen.ts'
import { needsSignature, signed } from './passkey.ts'
import { sessionEnded, type WithSession } from './session.ts'
import { momentRefused, shownAt, type WithView } from './view.ts'

/** Before the one repetition of a read that got no answer. */
const pausesMs = [400]

/** What an endpoint asks for: a generated one with fields, an upload with a file. */
export type Call = { url: string; method: string; body?: object | Blob }

/** Writes without an answer, as they were sent, by path and body: a signature is made once. */
const waiting = new Map<string, object>()

/** A write was tried while the past is shown. */
export const pastIsReadOnly = (): ApiError => ({
  kind: 'server',
  code: -1,
  message: t.act.past,
  data: null,
})

/** The person, or the device, gave no signature: nothing was sent. */
export const notSigned = (): ApiError => ({
  kind: 'server',
  code: -1,
  message: t.ownKeys.notSigned,
  data: null,
})

/** The person has keys, and none that signs at this address. */
export const noKeyHere = (): ApiError => ({
  kind: 'server',
  code: -1,
  message: t.ownKeys.notHere,
  data: null,
})

/** The call of a path after /staff/v1/. */
export const post =
  (path: string) =>
  (body: object | void): Call => ({ url: `/staff/v1/${path}`, method: 'POST', ...(body ? { body } : {}) })

/** Writes that change no book: a view of the past is worth keeping, too. */
const ofOneself: ReadonlySet<string> = new Set(['/staff/v1/bookmarks/save', '/staff/v1/bookmarks/forget'])

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
  const inPast = asOfPaths.has(url) || ofOneself.has(url)
  if (changes && state.view.asOf !== null && !inPast) return { error: pastIsReadOnly() }
  const answer = changes
    ? await write(url, body, api.signal)
    : await read(url, body, api.type === 'query', api.signal)
  if ('error' in answer && answer.error.kind === 'server' && answer.error.code === codes.token)
    api.dispatch(sessionEnded())
  if ('data' in answer) seeMoment(answer.data, api.dispatch)
  else seeRefusedMoment(answer.error, body, api.dispatch)
  return answer
}

function read(url: string, body: object, repeatable: boolean, signal: AbortSignal): Promise<Answer> {
  const once = () => send(url, body, signal)
  return repeatable ? withRetries(once, { pausesMs, signal }) : once()
}

async function write(url: string, body: object, signal: AbortSignal): Promise<Answer> {
  const key = `${url} ${JSON.stringify(body)}`
  let whole = waiting.get(key) ?? { ...body, req_id: uuid7() }
  if (needsSignature(url) && !waiting.has(key)) {
    const who = await send('/staff/v1/session/me', {}, signal)
    if ('error' in who) return who
    try {
      whole = await signed(url, { ...whole }, who.data as SessionMe)
    } catch {
      return { error: notSigned() }
    }
  }
  waiting.set(key, whole)
  const answer = await send(url, whole, signal)
  if (!isUnsettled(answer)) waiting.delete(key)
  return answer
}

/** Answers of the books say at which place of the log they were true. */
function seeMoment(data: unknown, dispatch: (action: ReturnType<typeof shownAt>) => void): void {
  const at = (data as { at?: { positions?: unknown; time_ms?: unknown } } | null)?.at
  if (typeof at?.positions === 'object' && at.positions !== null && typeof at.time_ms === 'number') {
    dispatch(shownAt({ positions: at.positions as Record<string, number>, time_ms: at.time_ms }))
  }
}

/** The code of a body whose field is wrong; which one, its data say. */
const wrongField = -1006

/** A moment that the server refuses is one for no screen: it names the field, and what is wrong about it. */
function seeRefusedMoment(
  error: ApiError,
  body: object,
  dispatch: (action: ReturnType<typeof momentRefused>) => void,
): void {
  const { as_of: asOf } = body as { as_of?: unknown }
  if (typeof asOf !== 'string' || error.kind !== 'server' || error.code !== wrongField) return
  const { field, finding } = (error.data ?? {}) as { field?: unknown; finding?: Partial<StaffFinding> }
  if (field === 'as_of') dispatch(momentRefused({ asOf, problem: 'unreadable' }))
  if (finding?.of === 'as_of' && finding.code === 'in_future')
    dispatch(momentRefused({ asOf, problem: 'future' }))
}

function send(url: string, body: object, signal: AbortSignal): Promise<Answer> {
  return postJson({ url, body, headers: { 'x-staff': '1' }, signal })
}
