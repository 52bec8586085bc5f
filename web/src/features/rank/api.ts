// The boards.
import { endpoints } from '../../api/endpoints.gen.ts'
import { provides } from '../../api/tags.ts'

const rank = endpoints.enhanceEndpoints({
  endpoints: {
    collectionRank: provides('Ranks'),
    teamRank: provides('Ranks'),
    withdrawRank: provides('Ranks'),
  },
})

export const { useCollectionRankQuery, useTeamRankQuery, useWithdrawRankQuery } = rank
