// Every call has its cache tags, once the features are loaded.
import { expect, test } from 'vitest'
import { endpoints } from './endpoints.gen.ts'
import './shared.ts'

import.meta.glob('../features/*/api.ts', { eager: true })

/** Calls whose answers nothing makes stale and that make nothing stale. */
const untagged = [
  'fishingConfig',
  'fishingSeedsNow',
  'historyBefore',
  'loginTelegram',
  'promotionWalletPayload',
  'systemConfig',
  'topupMessage',
  'utilsUploadConfig',
  'walletProof',
]

test('every call declares what it provides or makes stale', () => {
  const names = Object.keys(endpoints.endpoints)
  const without: string[] = []
  const look = (name: string) => (definition: { providesTags?: unknown; invalidatesTags?: unknown }) => {
    if (!definition.providesTags && !definition.invalidatesTags) without.push(name)
  }
  endpoints.enhanceEndpoints({ endpoints: Object.fromEntries(names.map((name) => [name, look(name)])) })
  expect(without.toSorted()).toEqual(untagged)
})
