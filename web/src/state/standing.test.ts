import { expect, test } from 'vitest'
import type { FishingPlayerInfoData } from '../api/endpoints.gen.ts'
import { user, world } from '../testing/world.ts'
import { restOf } from './standing.ts'

const { free_coin } = world['fishing/player_info'] as FishingPlayerInfoData
const refused = (reason: number) => ({ free_coin: { ...free_coin, can_receive: false, reason } })
const limited = (part: Partial<typeof user.limits>) => ({ ...user, limits: { ...user.limits, ...part } })

test('an account that plays does not rest, whatever else it may not claim', () => {
  expect(restOf(user, refused(4005), null, 1000)).toBeNull()
  expect(restOf(null, null, null, 1000)).toBeNull()
})

test('a break lasts until the later of its two ends, and is over then', () => {
  const resting = limited({ cool_off_until: 2000, excluded_until: 3000 })
  expect(restOf(resting, refused(-1009), null, 1000)).toEqual({ kind: 'break', untilMs: 3000 })
  expect(restOf(resting, refused(0), null, 3000)).toBeNull()
})

test('a break without an end is the wait before the erasure', () => {
  expect(restOf(user, refused(-1009), null, 1000)).toEqual({ kind: 'closing', untilMs: null })
  expect(restOf(user, refused(-1009), 5000, 1000)).toEqual({ kind: 'closing', untilMs: 5000 })
})

test('a deletion that support has undone leaves nothing behind', () => {
  expect(restOf(user, refused(0), 5000, 1000)).toBeNull()
})

test('staff’s freeze comes first', () => {
  expect(restOf({ ...user, frozen: true }, refused(-1009), 5000, 1000)).toEqual({
    kind: 'frozen',
    untilMs: null,
  })
  expect(restOf(user, refused(-1002), null, 1000)).toEqual({ kind: 'frozen', untilMs: null })
})
