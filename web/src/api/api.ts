// The one API slice. endpoints.gen.ts injects the generated endpoints; each feature adds the tags of its own calls.
import { createApi } from '@reduxjs/toolkit/query/react'
import { baseQuery } from './baseQuery.ts'

/** What queries provide and commands make stale. */
export const tagTypes = [
  'User',
  'Player',
  'SignIn',
  'Team',
  'Seed',
  'History',
  'Dives',
  'Collection',
  'Records',
  'Ranks',
  'Tasks',
  'Withdraws',
  'Kyc',
  'Packet',
  'Vip',
  'Shop',
  'Coupon',
  'Orders',
  'Exchange',
  'Limits',
  'Sessions',
  'Messages',
] as const

/** One cache for all server data. Kept screens unsubscribe while hidden, so data outlives them by 5 minutes. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes,
  keepUnusedDataFor: 300,
  endpoints: () => ({}),
})
