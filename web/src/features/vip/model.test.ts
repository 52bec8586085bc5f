import { describe, expect, test } from 'vitest'
import type { Vip, VipInfoData } from '../../api/endpoints.gen.ts'
import { world } from '../../testing/world.ts'
import { claimOf, coinsMax, effectOf, percentOf, standingOf, worthOf } from './model.ts'

const info = world['vip/info'] as VipInfoData
const tier = (id: number) => info.list.find(({ vip_id }) => vip_id === id) as Vip

describe('what buying days does', () => {
  test.each([
    [1, 'waits'],
    [2, 'longer'],
    [3, 'pauses'],
    [5, 'pauses'],
  ] as const)('tier %i with Silver active %s', (id, effect) => {
    expect(effectOf(tier(id), { ...info, current: 2 })).toBe(effect)
  })

  test('without a tier any starts', () => {
    expect(effectOf(tier(4), { ...info, current: 0 })).toBe('starts')
  })
})

test('days that were paid for and do not run yet are waiting', () => {
  expect(standingOf({ ...tier(1), active: false, expires_at: 5 })).toBe('waiting')
  expect(standingOf({ ...tier(1), active: true, expires_at: 5 })).toBe('active')
  expect(standingOf({ ...tier(1), active: false, expires_at: null })).toBe('none')
})

test('coins of all claims and their worth are exact', () => {
  expect(coinsMax(tier(3))).toBe(390_000)
  expect(worthOf(390_000)).toBe('39.000000')
  expect(worthOf(765_000)).toBe('76.500000')
})

test.each([
  ['0.015', '1.5'],
  ['0.02', '2'],
  ['0.005', '0.5'],
  ['0', '0'],
  ['rubbish', 'rubbish'],
])('the rate %s is %s percent', (rate, percent) => {
  expect(percentOf(rate)).toBe(percent)
})

describe('the claim', () => {
  const closed = { ...tier(2), can_receive: false, claimed_today: 1, daily_count: 2 }
  test('is open when the server says so', () =>
    expect(claimOf({ ...closed, can_receive: true }, 0)).toBe('open'))
  test('is used up before anything else', () =>
    expect(claimOf({ ...closed, claimed_today: 2, next_claim_at: 10 }, 0)).toBe('used'))
  test('waits out its pause', () => expect(claimOf({ ...closed, next_claim_at: 10 }, 9)).toBe('pause'))
  test('else the balance is not under the floor', () =>
    expect(claimOf({ ...closed, next_claim_at: 10 }, 10)).toBe('floor'))
})
