// The protocol of SPEC 7 in one place: POST with `ts` and `token`, the envelope off, 30 s of patience,
// request ids, one silent login after a token error, one replay after the terms were accepted.
//
//   call      token, terms: at most one replay each
//   deliver   request id, tries: a call that got no answer is sent again when repeating is harmless
//   send      one HTTP exchange
//
// Only reads and calls with a request id are repeated; nothing else can be sent twice.
import { createAction, type Dispatch } from '@reduxjs/toolkit'
import type { BaseQueryFn } from '@reduxjs/toolkit/query'
import { openPaths, reqIdPaths } from './calls.gen.ts'
import { serverTimeSeen } from './clock.ts'
import { codes, isEnvelope, type ApiError } from './envelope.ts'
import { seePosition } from './position.ts'
import { releaseReqId, takeReqId } from './reqId.ts'
import {
  openSession,
  sessionDropped,
  sessionLost,
  type Opened,
  type Wire,
  type WithToken,
} from './session.ts'

/** A successful answer passed by; state that mirrors the server feeds on it. */
export const answered = createAction<{ path: string; data: unknown }>('api/answered')

/** SPEC 9. */
const timeoutMs = 30_000
/** Pauses before the second and third try. */
const pausesMs = [400, 1_200]
/** Refusals before the rules were asked: the server has stored no answer, the id stays for the next try. Every other refusal is
 * what that id will be answered for ever, so the next try needs a new one: also after the terms were accepted. */
const unsettled: readonly number[] = [
  codes.fault,
  codes.token,
  codes.maintenance,
  codes.throttled,
  codes.busy,
]

type Body = Record<string, unknown>
type Answer = { data: unknown } | { error: ApiError }
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
export function login(wire: Wire, dispatch: Dispatch): Promise<Opened> {
  const context: Context = { wire, dispatch, token: () => null, signal: null, read: true }
  return openSession(wire, dispatch, (path, body) => deliver(path, body, context))
}

async function call(path: string, body: Body, context: Context): Promise<Answer> {
  const answer = openPaths.has(path)
    ? await deliver(path, body, context)
    : await callWithToken(path, body, context)
  if (!isRefusal(answer, codes.terms) || path.endsWith('/accept_terms')) return settle(path, answer, context)
  if (!(await context.wire.askTerms())) return answer
  return settle(path, await callWithToken(path, body, context), context)
}

async function callWithToken(path: string, body: Body, context: Context): Promise<Answer> {
  const held = context.token()
  const opened = held ? { token: held } : await login(context.wire, context.dispatch)
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
  const held = context.token()
  if (held && held !== refused) return { token: held }
  context.dispatch(sessionDropped())
  return login(context.wire, context.dispatch)
}

/** A refused login ends the session; without an answer the next call tries again. */
function lose(error: ApiError, context: Context): Answer {
  if (error.kind === 'server') context.dispatch(sessionLost(error))
  return { error }
}

function settle(path: string, answer: Answer, context: Context): Answer {
  if ('data' in answer) context.dispatch(answered({ path, data: answer.data }))
  return answer
}

async function deliver(path: string, body: Body, context: Context): Promise<Answer> {
  const { token: _token, ...intention } = body
  const reqId = takeReqId(path, intention)
  const repeatable = context.read || reqIdPaths.has(path)
  const full = reqId ? { ...body, req_id: reqId } : body
  let answer = await send(path, full, context)
  for (const pauseMs of repeatable ? pausesMs : []) {
    if (
      !('error' in answer) ||
      answer.error.kind !== 'network' ||
      answer.error.timeout ||
      context.signal?.aborted
    )
      break
    await context.wire.pause(pauseMs)
    answer = await send(path, full, context)
  }
  const waiting =
    'error' in answer && (answer.error.kind === 'network' || unsettled.includes(answer.error.code))
  if (reqId && !waiting) releaseReqId(path, intention)
  return answer
}

async function send(path: string, body: Body, context: Context): Promise<Answer> {
  const abort = new AbortController()
  const giveUp = () => abort.abort()
  const timer = setTimeout(giveUp, timeoutMs)
  context.signal?.addEventListener('abort', giveUp)
  const startedMs = Date.now()
  try {
    const response = await fetch(context.wire.base + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, ts: Date.now() }),
      signal: abort.signal,
    })
    return unwrap(await response.json())
  } catch (fault) {
    console.error(`No answer from ${path}`, fault)
    return { error: { kind: 'network', timeout: Date.now() - startedMs >= timeoutMs } }
  } finally {
    clearTimeout(timer)
    context.signal?.removeEventListener('abort', giveUp)
  }
}

function unwrap(body: unknown): Answer {
  if (!isEnvelope(body)) throw new Error('The answer is no envelope')
  if (typeof body.server_ts === 'number') serverTimeSeen(body.server_ts)
  if (typeof body.position === 'number') seePosition(body.position)
  if (body.error === 0) return { data: body.data ?? null }
  return { error: { kind: 'server', code: body.error, message: body.message, data: body.data ?? null } }
}

function isRefusal(answer: Answer, code: number): answer is { error: ApiError } {
  return 'error' in answer && answer.error.kind === 'server' && answer.error.code === code
}
