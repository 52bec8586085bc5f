// Which answers a command makes stale. A cast that goes on spoils nothing: its answer carries the whole dive and the balances.
import type { tagTypes } from './api.ts'
import type { FishingCastData } from './endpoints.gen.ts'

/** What can be provided and spoiled. */
export type Tag = (typeof tagTypes)[number]

/** A read: these make it stale. */
export const provides = (...providesTags: Tag[]) => ({ providesTags })
/** A command: it makes these stale. */
export const spoils = (...invalidatesTags: Tag[]) => ({ invalidatesTags })

/** What the end of a dive makes stale. Its chests pay USDT, and how many of those can become coupons is an answer of its own. */
const diveEnd: readonly Tag[] = ['Seed', 'History', 'Dives', 'Player', 'Exchange']

/** Calls of the start and of the game; the others are in laterTags.ts, which the first screen does not load. */
export const firstTags = {
  userInfo: provides('User'),
  userAcceptTerms: spoils('User'),
  fishingPlayerInfo: provides('Player'),
  fishingReceiveFreeCoin: spoils('Player', 'History'),
  fishingDiveStart: spoils('Seed'),
  fishingCast: { invalidatesTags: (answer?: FishingCastData) => (answer?.result ? diveEnd : []) },
  fishingSurface: spoils(...diveEnd),
  fishingHistory: provides('Dives'),
  fishingDiveDetail: provides('Dives', 'Seed'),
  fishingSeedInfo: provides('Seed'),
  fishingSeedRotate: spoils('Seed', 'Dives'),
  signinInfo: provides('SignIn'),
  signinSign: spoils('SignIn', 'Player', 'History'),
  teamInfo: provides('Team'),
  teamBind: spoils('Team', 'User'),
  teamRecords: provides('Records'),
  teamReceive: spoils('Records', 'Team', 'Exchange', 'History'),
  teamRank: provides('Ranks'),
  userDelete: spoils('Limits', 'User', 'Player'),
}
