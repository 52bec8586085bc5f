// Calls that several features make: the player, the game, its collection, the sign-in, the team, what is on sale.
import { endpoints } from './endpoints.gen.ts'
import { invalidates, provides } from './tags.ts'

const shared = endpoints.enhanceEndpoints({
  endpoints: {
    userInfo: provides('User'),
    fishingPlayerInfo: provides('Player'),
    fishingHistoryPages: provides('Dives'),
    fishingDiveDetail: provides('Dives', 'Seed'),
    fishingSeedInfo: provides('Seed'),
    collectionInfo: provides('Collection'),
    signinInfo: provides('SignIn'),
    signinSign: invalidates('SignIn', 'Player', 'History', 'Collection'),
    teamInfo: provides('Team'),
    shopList: provides('Shop'),
    vipInfo: provides('Vip'),
  },
})

export const {
  useFishingPlayerInfoQuery,
  useFishingConfigQuery,
  useFishingHistoryPagesInfiniteQuery,
  useFishingDiveDetailQuery,
  useFishingSeedInfoQuery,
  useCollectionInfoQuery,
  useSigninInfoQuery,
  useSigninSignMutation,
  useTeamInfoQuery,
  useShopListQuery,
  useVipInfoQuery,
  useSystemConfigQuery,
} = shared

export const {
  userInfo,
  systemConfig,
  fishingPlayerInfo,
  fishingConfig,
  fishingDiveDetail,
  fishingHistoryPages,
  teamInfo,
} = shared.endpoints
