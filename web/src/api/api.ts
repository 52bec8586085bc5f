// The one API slice. Generated endpoints are injected by endpoints.gen.ts, their tags by tags.ts.
import { createApi } from '@reduxjs/toolkit/query/react'
import { baseQuery } from './baseQuery.ts'

/** What queries provide and commands spoil. */
export const tagTypes = [
  'User',
  'Player',
  'SignIn',
  'Team',
  'Seed',
  'History',
  'Dives',
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
] as const

/** One cache for all server data. Kept screens unsubscribe while hidden, so data outlives them by 5 minutes. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes,
  keepUnusedDataFor: 300,
  endpoints: () => ({}),
})
