// The commands of a dive. A cast that goes on makes nothing stale: its answer carries the whole dive and the balances.
import { endpoints, type FishingCastData, type FishingSeedInfoData } from '../../api/endpoints.gen.ts'
import { post } from '../../api/post.ts'
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

/**
 * The seed pair as it stands now; each try has a number of its own. Not the cached call: while that is under way for
 * another reason, who asks gets what the cache held before, and an honest dive would look like a broken promise.
 */
export const { fishingSeedsNow } = fishing.injectEndpoints({
  endpoints: (build) => ({
    fishingSeedsNow: build.query<FishingSeedInfoData, number>({
      query: () => post('fishing/seed_info')(),
      keepUnusedDataFor: 0,
    }),
  }),
}).endpoints

export const { useFishingDiveStartMutation, useFishingCastMutation, useFishingSurfaceMutation } = fishing

/** Changes a cached answer in place. */
export const { updateQueryData } = fishing.util
