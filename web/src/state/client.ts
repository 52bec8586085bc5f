// Client state (domain §10.3) that no cached answer holds by itself: the token, the newest balances, how the start
// and the session stand. What the server last said about the player is in the cache; see selectors.ts.
import { createSlice, isFulfilled, type PayloadAction, type UnknownAction } from '@reduxjs/toolkit'
import { api } from '../api/api.ts'
import type { Asset } from '../api/endpoints.gen.ts'
import { sessionDropped, sessionLost, sessionOpened } from '../api/session.ts'
import type { ApiError } from '../shared/envelope.ts'

/** The session and the balances. */
export type ClientState = {
  token: string | null
  /** Balances with the highest version of all answers: one that overtook another cannot set them back. */
  assets: Asset | null
  infosLoaded: boolean
  /** Why the session cannot be continued; null while all is well. */
  lost: ApiError | null
}

const initialState: ClientState = { token: null, assets: null, infosLoaded: false, lost: null }

/** The answer of any call. */
const isAnswer = (action: UnknownAction): action is PayloadAction<unknown> =>
  isFulfilled(action) && action.type.startsWith(`${api.reducerPath}/execute`)

const client = createSlice({
  name: 'client',
  initialState,
  reducers: {
    /** The start sequence has everything it asked for. */
    infosLoaded: (state) => {
      state.infosLoaded = true
    },
  },
  extraReducers: (build) =>
    build
      .addCase(sessionOpened, (state, { payload }) => {
        state.token = payload.token
        state.lost = null
      })
      .addCase(sessionDropped, (state) => {
        state.token = null
      })
      .addCase(sessionLost, (state, { payload }) => {
        state.token = null
        state.lost = payload
      })
      .addMatcher(isAnswer, (state, { payload }) => {
        // In some answers `asset` is the name of one.
        const asset = (payload as { asset?: Asset | string } | null)?.asset
        if (typeof asset !== 'object') return
        if (!state.assets || asset.ver >= state.assets.ver) state.assets = asset
      }),
})

export const { infosLoaded } = client.actions
export const clientReducer = client.reducer
