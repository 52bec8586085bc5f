// Tasks and their rewards.
import { endpoints } from '../../api/endpoints.gen.ts'
import { invalidates, provides } from '../../api/tags.ts'

const tasks = endpoints.enhanceEndpoints({
  endpoints: {
    promotionList: provides('Tasks'),
    promotionVerify: invalidates('Tasks'),
    promotionReceive: invalidates('Tasks', 'Player', 'History'),
  },
})

export const { usePromotionListQuery, usePromotionVerifyMutation, usePromotionReceiveMutation } = tasks
