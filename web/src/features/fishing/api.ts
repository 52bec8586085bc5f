// The commands of a dive. A cast that goes on makes only the history stale: its answer carries the whole dive and the
// balances. What is stale and not on the screen causes no request; it is read when it is looked at again.
import { endpoints, type FishingCastData, type FishingSeedInfoData } from '../../api/endpoints.gen.ts'
import { post } from '../../api/post.ts'
import { invalidates, type Tag } from '../../api/tags.ts'

/**
 * What the end of a dive makes stale; its chests pay USDT, of which some can be exchanged for coupons, and stakes that
 * are gone may open the claim of a tier.
 */
const diveEnd: readonly Tag[] = ['Seed', 'History', 'Dives', 'Collection', 'Player', 'Exchange', 'Vip']

function staleAfterCast(answer?: FishingCastData): readonly Tag[] {
  if (answer === undefined) return []
  return answer.result ? diveEnd : ['History']
}

const fishing = endpoints.enhanceEndpoints({
  endpoints: {
    // A deep start costs diamonds.
    fishingDiveStart: invalidates('Seed', 'History'),
    fishingCast: { invalidatesTags: staleAfterCast },
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
