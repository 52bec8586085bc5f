// The seeds of the draw.
import { endpoints } from '../../api/endpoints.gen.ts'
import { invalidates } from '../../api/tags.ts'

const fairness = endpoints.enhanceEndpoints({
  endpoints: {
    fishingSeedRotate: invalidates('Seed', 'Dives'),
  },
})

export const { useFishingSeedRotateMutation } = fairness
