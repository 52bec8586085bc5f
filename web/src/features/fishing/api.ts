// The commands of a dive. A cast that goes on makes nothing stale: its answer carries the whole dive and the balances.
import { endpoints, type FishingCastData } from '../../api/endpoints.gen.ts'
import { invalidates, type Tag } from '../../api/tags.ts'

/** What the end of a dive makes stale; its chests pay USDT, of which some can be exchanged for coupons. */
const diveEnd: readonly Tag[] = ['Seed', 'History', 'Dives', 'Collection', 'Player', 'Exchange']

const fishing = endpoints.enhanceEndpoints({
  endpoints: {
    fishingDiveStart: invalidates('Seed'),
    fishingCast: { invalidatesTags: (answer?: FishingCastData) => (answer?.result ? diveEnd : []) },
    fishingSurface: invalidates(...diveEnd),
  },
})

export const { useFishingDiveStartMutation, useFishingCastMutation, useFishingSurfaceMutation } = fishing

/** Changes a cached answer in place. */
export const { updateQueryData } = fishing.util
