// The protocol of domain §10.7 in one place: POST with `ts` and `token`, the envelope off, a time-out, request ids, one
// silent login after a token error, one replay after the terms were accepted.
//
//   call      token, terms: at most one replay each
//   deliver   request id, tries: a call that got no answer is sent again when repeating is harmless
//   send      one HTTP exchange; another one when the server refused the time of the first
//   exchange  the call on the wire
//
// Without an answer only reads and calls with a request id are sent again. Refused for its time, its token or the
// terms, any call is sent once more: a refused call has done nothing.
import type { Dispatch } from '@reduxjs/toolkit'
import type { BaseQueryFn } from '@reduxjs/toolkit/query'
import { texts } from '../i18n/texts.ts'
import { openPaths, reqIdPaths } from './calls.gen.ts'
import { serverNow, serverTimeSeen } from './clock.ts'
import { codes, throttledMs, type ApiError } from '../shared/envelope.ts'
import { isUnsettled, postJson, withRetries, type Answer } from '../shared/transport.ts'
import { seePosition } from './position.ts'
import { discountTry, releaseReqId, withReqId } from './reqId.ts'
import {
  openSession,
  sessionDropped,
  sessionLost,
  type Opened,
  type Wire,
  type WithToken,
} from './session.ts'

/** Pauses before the second and third try. */
const pausesMs = [400, 1_200]
type Body = Record<string, unknown>
type Context = {
  wire: Wire
  dispatch: Dispatch
  token: () => string | null
  signal: AbortSignal | null
  read: boolean
}
/** What a generated endpoint asks for. */
export type Call = { url: string; method: string; body?: object }

/** The one base query. */
export const baseQuery: BaseQueryFn<Call, unknown, ApiError> = ({ url, body }, api) => {
  const context: Context = {
    wire: api.extra as Wire,
    dispatch: api.dispatch,
    token: () => (api.getState() as WithToken).client.token,
    signal: api.signal,
    read: api.type === 'query',
  }
  return call(url, { ...body }, context)
}

/** Opens a session now; the start sequence needs it before anything else. */
export async function login(wire: Wire, dispatch: Dispatch): Promise<Opened> {
  const context: Context = { wire, dispatch, token: () => null, signal: null, read: true }
  const opened = await openSession(wire, dispatch, (path, body) => deliver(path, body, context))
  const error = 'error' in opened ? opened.error : null
  const waitMs = throttledMs(error)
  wire.throttled = error && waitMs !== null ? { error, untilMs: Date.now() + waitMs } : null
  return opened
}

/** A session for a call. A login that would be one too many again is not sent: it keeps the address over its limit. */
async function sessionFor({ wire, dispatch }: Context): Promise<Opened> {
  const { throttled } = wire
  return throttled && Date.now() < throttled.untilMs ? { error: throttled.error } : login(wire, dispatch)
}

async function call(path: string, body: Body, context: Context): Promise<Answer> {
  const answer = openPaths.has(path)
    ? await deliver(path, body, context)
    : await callWithToken(path, body, context)
  if (!isRefusal(answer, codes.terms) || path.endsWith('/accept_terms')) return answer
  if (!(await context.wire.askTerms())) return answer
  return callWithToken(path, body, context)
}

async function callWithToken(path: string, body: Body, context: Context): Promise<Answer> {
  const current = context.token()
  const opened = current ? { token: current } : await sessionFor(context)
  if ('error' in opened) return lose(opened.error, context)
  const first = await deliver(path, { ...body, token: opened.token }, context)
  if (!isRefusal(first, codes.token)) return first

  const renewed = await renew(opened.token, context)
  if ('error' in renewed) return lose(renewed.error, context)
  const second = await deliver(path, { ...body, token: renewed.token }, context)
  return isRefusal(second, codes.token) ? lose(second.error, context) : second
}

/** A token newer than the refused one: another call may have fetched it meanwhile. */
async function renew(refused: string, context: Context): Promise<Opened> {
  const current = context.token()
  if (current && current !== refused) return { token: current }
  context.dispatch(sessionDropped())
  return sessionFor(context)
}

/** A refused login ends the session; without an answer, or where it was one too many, a later call tries again. */
function lose(error: ApiError, context: Context): Answer {
  if (error.kind === 'server' && error.code !== codes.throttled) context.dispatch(sessionLost(error))
  return { error }
}

async function deliver(path: string, body: Body, context: Context): Promise<Answer> {
  const { token, ...intention } = body
  const hasReqId = reqIdPaths.has(path)
  const repeatable = context.read || hasReqId
  const full = { ...withReqId(path, intention), token }
  const answer = await withRetries(() => send(path, full, context), {
    pausesMs: repeatable ? pausesMs : [],
    signal: context.signal,
    pause: context.wire.pause,
  })
  if (!hasReqId) return answer
  // Refused as another body under a used id, the first try was answered, and nobody has seen how: no new id yet.
  if (isRefusal(answer, codes.otherBody)) discountTry(path, intention)
  else if (!isUnsettled(answer)) releaseReqId(path, intention)
  return answer
}

/** A device's date may be days off, which the server refuses; every answer brings the server's own time. */
async function send(path: string, body: Body, context: Context): Promise<Answer> {
  const answer = await exchange(path, body, context)
  return isTimeRefused(answer) ? exchange(path, body, context) : answer
}

function exchange(path: string, body: Body, context: Context): Promise<Answer> {
  return postJson({
    url: context.wire.base + path,
    body: { ...body, ts: serverNow() },
    headers: languageOf(),
    signal: context.signal,
    onEnvelope: ({ server_ts: serverMs, position }) => {
      if (typeof serverMs === 'number') serverTimeSeen(serverMs)
      if (typeof position === 'number') seePosition(position)
    },
  })
}

/** Texts of an answer are in the language of the screen; before there is one, in the device's or the messenger's. */
function languageOf(): Record<string, string> {
  return texts.started ? { 'accept-language': texts.language } : {}
}

function isTimeRefused(answer: Answer): boolean {
  if (!isRefusal(answer, codes.field) || answer.error.kind !== 'server') return false
  return (answer.error.data as { field?: unknown } | null)?.field === 'ts'
}

function isRefusal(answer: Answer, code: number): answer is { error: ApiError } {
  return 'error' in answer && answer.error.kind === 'server' && answer.error.code === code
}
