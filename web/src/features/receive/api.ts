// Free coins.
import { endpoints } from '../../api/endpoints.gen.ts'
import { invalidates } from '../../api/tags.ts'

const receive = endpoints.enhanceEndpoints({
  endpoints: {
    fishingReceiveFreeCoin: invalidates('Player', 'History'),
  },
})

export const { useFishingReceiveFreeCoinMutation } = receive
