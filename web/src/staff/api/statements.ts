// A statement as a file: larger than the body of a call may be, so it goes as it is, with its name in the address.
import { api } from './api.ts'
import type { Call } from './call.ts'
import type { JobState } from './endpoints.gen.ts'

/** The largest file that the server reads. */
export const statementBytesMax = 8 << 20

type Statement = { file: File; window: string }

const uploads = api.injectEndpoints({
  endpoints: (build) => ({
    reconciliationUpload: build.mutation<JobState, Statement>({
      query: ({ file, window }): Call => ({
        url: `/staff/v1/reconciliation/upload?${new URLSearchParams({ name: file.name, window })}`,
        method: 'POST',
        body: file,
      }),
    }),
  }),
})

export const { useReconciliationUploadMutation } = uploads

/** Where the breaks of a comparison are as a file. */
export const breaksFile = (job: string) => `/staff/v1/reconciliation/${encodeURIComponent(job)}/breaks.csv`
