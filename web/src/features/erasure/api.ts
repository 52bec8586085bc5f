// The deletion of the account.
import { endpoints } from '../../api/endpoints.gen.ts'
import { invalidates } from '../../api/tags.ts'

const erasure = endpoints.enhanceEndpoints({
  endpoints: {
    userDelete: invalidates('Limits', 'User', 'Player'),
  },
})

export const { useUserDeleteMutation } = erasure
