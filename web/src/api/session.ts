// How a session is opened and reopened. At most one login is under way at a time; whoever needs
// a token meanwhile waits for the same one. The token lives in memory only.
import { createAction, type Dispatch } from '@reduxjs/toolkit'
import { type ApiError } from '../shared/envelope.ts'
import type { LoginTelegramData } from './endpoints.gen.ts'

/** A login succeeded: the token, and the player as the server knows them. */
export const sessionOpened = createAction<LoginTelegramData>('session/opened')
/** The token was refused; a silent login follows. */
export const sessionDropped = createAction('session/dropped')
/** The silent login did not help: the player must reload. */
export const sessionLost = createAction<ApiError>('session/lost')

/**
 * What the messenger gave at launch, and the id of this device; the server trusts only what is signed in `initData`.
 */
export type Launch = { initData: string; inviter: string; device: string | null }

/** What the API layer needs from outside; given to the store once, at start. */
export type Wire = {
  /** Base of the API's addresses: empty for the page's own origin. */
  base: string
  launch: () => Launch | null
  /** Asks the player to accept the terms; false when they decline. */
  askTerms: () => Promise<boolean>
  /** Waits between two tries of a call that got no answer, in milliseconds. */
  pause: (ms: number) => Promise<void>
  /** The login under way. */
  login: Promise<Opened> | null
  /** The last login was one too many for its address: calls are refused like it until then (ms). */
  throttled: { error: ApiError; untilMs: number } | null
}

/** A token, or why there is none. */
export type Opened = { token: string } | { error: ApiError }

/** A wire with everything but the launch data at its default. */
export function createWire(parts: Partial<Wire> = {}): Wire {
  return {
    base: '',
    launch: () => null,
    askTerms: async () => false,
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    login: null,
    throttled: null,
    ...parts,
  }
}

/** The part of the store's state that the API layer reads. */
export type WithToken = { client: { token: string | null } }

type Post = (path: string, body: Record<string, unknown>) => Promise<{ data: unknown } | { error: ApiError }>

/** Opens a session, joining a login that is already under way. */
export function openSession(wire: Wire, dispatch: Dispatch, post: Post): Promise<Opened> {
  wire.login ??= logIn(wire, dispatch, post).finally(() => {
    wire.login = null
  })
  return wire.login
}

async function logIn(wire: Wire, dispatch: Dispatch, post: Post): Promise<Opened> {
  const launch = wire.launch()
  if (!launch) return { error: { kind: 'server', code: -1001, message: '', data: null } }
  const answer = await post('/api/v1/login/telegram', {
    init_data: launch.initData,
    inviter: launch.inviter,
    ...(launch.device === null ? {} : { device: launch.device }),
  })
  if ('error' in answer) return answer
  const data = answer.data as LoginTelegramData
  dispatch(sessionOpened(data))
  return { token: data.token }
}
