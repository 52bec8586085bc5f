// Red packets.
import { endpoints } from '../../api/endpoints.gen.ts'
import { invalidates, provides } from '../../api/tags.ts'

const redpacket = endpoints.enhanceEndpoints({
  endpoints: {
    redpacketInfo: provides('Packet'),
    redpacketClaim: invalidates('Packet', 'Player', 'Exchange', 'History'),
  },
})

export const { useRedpacketInfoQuery, useRedpacketClaimMutation } = redpacket
