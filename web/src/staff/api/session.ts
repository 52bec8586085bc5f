// Who is at the console. The session itself is a cookie that no script reads; here is only what the server said
// about it. Ended is not the same as never open: the screen stays where it is and asks for the login over it.
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { ApiError } from '../../shared/envelope.ts'

/** The person, as `session/me` returns. */
export type Me = { name: string; roles: string[]; can: string[]; expires_ms: number; development: boolean }

/**
 * `unknown` until the server answered; `ended` keeps the person, whose screen is still drawn. The fault is why the
 * server did not say who is here, or did not end the session.
 */
export type SessionState = {
  state: 'unknown' | 'none' | 'open' | 'ended'
  me: Me | null
  fault: ApiError | null
}

const unasked: SessionState = { state: 'unknown', me: null, fault: null }

const session = createSlice({
  name: 'session',
  initialState: unasked,
  reducers: {
    sessionOpened: (_state, { payload }: PayloadAction<Me>): SessionState => ({
      state: 'open',
      me: payload,
      fault: null,
    }),
    sessionEnded: (state) => {
      state.state = state.me ? 'ended' : 'none'
    },
    sessionClosed: (): SessionState => ({ state: 'none', me: null, fault: null }),
    sessionFailed: (state, { payload }: PayloadAction<ApiError | null>) => {
      state.fault = payload
    },
  },
})

export const { sessionOpened, sessionEnded, sessionClosed, sessionFailed } = session.actions
export const sessionReducer = session.reducer

/** The part of the store that knows the person. */
export type WithSession = { session: SessionState }
