// The two boards.
import { endpoints } from '../../api/endpoints.gen.ts'
import { provides } from '../../api/tags.ts'

const rank = endpoints.enhanceEndpoints({
  endpoints: {
    teamRank: provides('Ranks'),
    withdrawRank: provides('Ranks'),
  },
})

export const { useTeamRankQuery, useWithdrawRankQuery } = rank
