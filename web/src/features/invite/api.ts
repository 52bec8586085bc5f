// Invitations and what they earned.
import { endpoints } from '../../api/endpoints.gen.ts'
import { invalidates, provides } from '../../api/tags.ts'

const invite = endpoints.enhanceEndpoints({
  endpoints: {
    teamBind: invalidates('Team', 'User'),
    teamRecordsPages: provides('Records'),
    teamReceive: invalidates('Records', 'Team', 'Exchange', 'History'),
  },
})

export const { useTeamBindMutation, useTeamRecordsPagesInfiniteQuery, useTeamReceiveMutation } = invite
