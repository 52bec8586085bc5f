// Where the account is open, and the end of it there.
import { endpoints } from '../../api/endpoints.gen.ts'
import { invalidates, provides } from '../../api/tags.ts'

const sessions = endpoints.enhanceEndpoints({
  endpoints: {
    sessionList: provides('Sessions'),
    sessionEnd: invalidates('Sessions'),
  },
})

export const { useSessionListQuery, useSessionEndMutation } = sessions
