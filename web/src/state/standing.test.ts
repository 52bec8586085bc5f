import { expect, test } from 'vitest'
import type { FishingPlayerInfoData } from '../api/endpoints.gen.ts'
import { user, world } from '../testing/world.ts'
import { restOf } from './standing.ts'

const { free_coin } = world['fishing/player_info'] as FishingPlayerInfoData
const refused = (reason: number) => ({ free_coin: { ...free_coin, can_receive: false, reason } })
const limited = (part: Partial<typeof user.limits>) => ({ ...user, limits: { ...user.limits, ...part } })

test('an account that plays does not rest, whatever else it may not claim', () => {
  expect(restOf(user, refused(4005), 1000)).toBeNull()
  expect(restOf(null, null, 1000)).toBeNull()
})

test('a break lasts until the later of its two ends, and is over then', () => {
  const resting = limited({ cool_off_until: 2000, excluded_until: 3000 })
  expect(restOf(resting, refused(-1009), 1000)).toEqual({ kind: 'break', untilMs: 3000 })
  expect(restOf(resting, refused(0), 3000)).toBeNull()
})

test('the wait before the erasure has its own end, on every device, also during a break', () => {
  const closing = { ...limited({ cool_off_until: 2000 }), erase_at: 5000 }
  expect(restOf(closing, refused(-1009), 1000)).toEqual({ kind: 'closing', untilMs: 5000 })
  expect(restOf({ ...user, erase_at: 5000 }, null, 6000)).toEqual({ kind: 'closing', untilMs: 5000 })
})

test('staff’s freeze comes first', () => {
  expect(restOf({ ...user, frozen: true, erase_at: 5000 }, refused(-1009), 1000)).toEqual({ kind: 'frozen' })
  expect(restOf(user, refused(-1002), 1000)).toEqual({ kind: 'frozen' })
})
