// The calls about the session itself. The cookie does the rest.
import { createAsyncThunk } from '@reduxjs/toolkit'
import { codeOf, codes, type ApiError } from '../../shared/envelope.ts'
import { api } from '../api/api.ts'
import { endpoints } from '../api/endpoints.gen.ts'
import { answered } from '../api/passkey.ts'
import { noKeyHere, notSigned } from '../api/call.ts'
import { sessionClosed, sessionFailed, sessionOpened } from '../api/session.ts'
import type { Store } from '../api/store.ts'

type Thunk = { dispatch: Store['dispatch'] }
export type Credentials = { name: string; password: string; totp: string }

/** Asks the server who is at the console. */
export const askWho = createAsyncThunk<void, void, Thunk>('staff/askWho', async (_, { dispatch }) => {
  dispatch(sessionFailed(null))
  const { data, error } = await dispatch(
    endpoints.endpoints.sessionMe.initiate(undefined, { subscribe: false, forceRefetch: true }),
  )
  if (data) dispatch(sessionOpened(data))
  else if (codeOf(error) === codes.token) dispatch(sessionClosed())
  else dispatch(sessionFailed(error as ApiError))
})

/**
 * Opens a session; who has a key in force signs with it. What another person had loaded is forgotten; the screen asks
 * again for what it shows.
 */
export const signIn = createAsyncThunk<ApiError | null, Credentials, Thunk>(
  'staff/signIn',
  async (credentials, { dispatch }) => {
    const { data, error } = await dispatch(endpoints.endpoints.sessionOpen.initiate(credentials))
    if (!data) return error as ApiError
    let me = data.me ?? null
    if (data.challenge) {
      let signed
      try {
        signed = await answered(data.challenge)
      } catch {
        return notSigned()
      }
      if (!signed) return noKeyHere()
      const opened = await dispatch(endpoints.endpoints.sessionSign.initiate(signed))
      if (opened.error) return opened.error as ApiError
      me = opened.data ?? null
    }
    if (!me) return noKeyHere()
    dispatch(sessionOpened(me))
    dispatch(api.util.resetApiState())
    return null
  },
)

/** Ends the session. One that the server may still have is not hidden by a login: a reload would open it again. */
export const signOut = createAsyncThunk<void, void, Thunk>('staff/signOut', async (_, { dispatch }) => {
  const { error } = await dispatch(endpoints.endpoints.sessionClose.initiate())
  if (error && codeOf(error) !== codes.token) {
    dispatch(sessionFailed(error as ApiError))
    return
  }
  dispatch(sessionClosed())
  dispatch(api.util.resetApiState())
})
