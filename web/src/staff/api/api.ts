// The console's API slice: a cache of its own, beside nothing of the players'.
import { createApi } from '@reduxjs/toolkit/query/react'
import { baseQuery } from './call.ts'

/** One cache for all server data of the console. Money is never shown from a memory older than a minute. */
export const api = createApi({
  reducerPath: 'staffApi',
  baseQuery,
  // Tags are nouns of calls: endpoints.gen.ts adds them.
  tagTypes: [],
  keepUnusedDataFor: 60,
  refetchOnReconnect: true,
  endpoints: () => ({}),
})
