// What the server last said, read from the cache: the parts of client and system state (domain §10.3) that are answers.
import type { FishingPlayerInfoData, SystemConfigData, TeamInfoData, User } from '../api/endpoints.gen.ts'
import { fishingConfig, fishingPlayerInfo, systemConfig, teamInfo, userInfo } from '../api/shared.ts'
import type { RootState } from './store.ts'

const user = userInfo.select()
const player = fishingPlayerInfo.select()
const team = teamInfo.select()
const config = systemConfig.select()
const game = fishingConfig.select()

/** The signed-in player; null until the login's answer. */
export const selectUserInfo = (state: RootState): User | null => user(state).data?.user ?? null
/** True until the first purchase; false while the player is unknown. */
export const selectFirstBuy = (state: RootState): boolean => selectUserInfo(state)?.first_buy ?? false
/** The player's game. */
export const selectPlayerInfo = (state: RootState): FishingPlayerInfoData | null => player(state).data ?? null
/** The player's invitations. */
export const selectTeamInfo = (state: RootState): TeamInfoData | null => team(state).data ?? null
/** The product's configuration. */
export const selectConfig = (state: RootState): SystemConfigData | null => config(state).data ?? null
/** Stakes that may be played for. */
export const selectPlayOptions = (state: RootState): readonly number[] =>
  game(state).data?.play_options ?? none

const none: readonly number[] = []
