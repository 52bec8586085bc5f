// The acceptance of the terms.
import { endpoints } from '../../api/endpoints.gen.ts'
import { invalidates } from '../../api/tags.ts'

const terms = endpoints.enhanceEndpoints({
  endpoints: {
    userAcceptTerms: invalidates('User'),
  },
})

export const { useUserAcceptTermsMutation } = terms
