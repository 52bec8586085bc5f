// The console's API slice: a cache of its own, beside nothing of the players'.
import { createApi } from '@reduxjs/toolkit/query/react'
import { baseQuery } from './call.ts'

/**
 * One cache for all server data of the console, for what is on the screen: money is never shown from memory, and a
 * screen that opens asks anew.
 */
export const api = createApi({
  reducerPath: 'staffApi',
  baseQuery,
  // Tags are nouns of calls: endpoints.gen.ts adds them, tags.ts says what a change makes out of date.
  tagTypes: [],
  keepUnusedDataFor: 0,
  refetchOnMountOrArgChange: true,
  refetchOnReconnect: true,
  endpoints: () => ({}),
})
