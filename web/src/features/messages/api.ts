// What the bot writes to the player.
import { endpoints } from '../../api/endpoints.gen.ts'
import { invalidates, provides } from '../../api/tags.ts'

const messages = endpoints.enhanceEndpoints({
  endpoints: {
    messagesInfo: provides('Messages'),
    messagesSet: invalidates('Messages'),
  },
})

export const { useMessagesInfoQuery, useMessagesSetMutation } = messages
