// Client state (SPEC 3): the session token, what the server last said about the player, balances. It feeds on
// every answer that passes the base query and asks for nothing itself.
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { answered } from '../api/baseQuery.ts'
import type { ApiError } from '../shared/envelope.ts'
import type { Asset, FishingPlayerInfoData, TeamInfoData, User } from '../api/endpoints.gen.ts'
import { sessionDropped, sessionLost, sessionOpened } from '../api/session.ts'

/** Everything the product knows about the signed-in player. */
export type ClientState = {
  token: string | null
  userInfo: User | null
  playerInfo: FishingPlayerInfoData | null
  /** Balances with the highest version seen: an answer that overtook another cannot set them back. */
  assets: Asset | null
  teamInfo: TeamInfoData | null
  infosLoaded: boolean
  /** True until the first purchase. */
  firstBuy: boolean
  /** Why the session cannot be continued; null while all is well. */
  lost: ApiError | null
}

const initialState: ClientState = {
  token: null,
  userInfo: null,
  playerInfo: null,
  assets: null,
  teamInfo: null,
  infosLoaded: false,
  firstBuy: false,
  lost: null,
}

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
        takeUser(state, payload.user)
      })
      .addCase(sessionDropped, (state) => {
        state.token = null
      })
      .addCase(sessionLost, (state, { payload }) => {
        state.token = null
        state.lost = payload
      })
      .addCase(answered, (state, { payload }) => {
        // Elsewhere on the wire `asset` is the name of one.
        const data = payload.data as { user?: User; asset?: Asset | string } | null
        if (data?.user) takeUser(state, data.user)
        if (typeof data?.asset === 'object') takeAsset(state, data.asset)
        takeInfo(state, payload)
      }),
})

function takeUser(state: ClientState, user: User): void {
  state.userInfo = user
  state.firstBuy = user.first_buy
}

function takeAsset(state: ClientState, asset: Asset): void {
  if (!state.assets || asset.ver >= state.assets.ver) state.assets = asset
}

function takeInfo(
  state: ClientState,
  { path, data }: PayloadAction<{ path: string; data: unknown }>['payload'],
): void {
  if (path === '/api/v1/fishing/player_info') state.playerInfo = data as FishingPlayerInfoData
  if (path === '/api/v1/team/info') state.teamInfo = data as TeamInfoData
}

export const { infosLoaded } = client.actions
export const clientReducer = client.reducer
