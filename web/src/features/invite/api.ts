// Records of invitations and earnings as an endless list. The generator knows no infinite queries; types are the
// generated ones.
import { api } from '../../api/api.ts'
import type { TeamRecordsData } from '../../api/endpoints.gen.ts'

/** Records of one page; the server allows at most 50. */
export const pageSize = 20

const records = api.injectEndpoints({
  endpoints: (build) => ({
    teamRecordPages: build.infiniteQuery<TeamRecordsData, void, string>({
      query: ({ pageParam }) => ({
        url: '/api/v1/team/records',
        method: 'POST',
        body: { last_id: pageParam, size: pageSize },
      }),
      infiniteQueryOptions: {
        initialPageParam: '',
        getNextPageParam: (page) => (page.has_more ? page.next_last_id : undefined),
      },
      providesTags: ['Records'],
    }),
  }),
})

export const { useTeamRecordPagesInfiniteQuery } = records
