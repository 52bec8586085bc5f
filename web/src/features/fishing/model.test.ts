import { describe, expect, test } from 'vitest'
import type { Cast, Dive, DiveResult } from '../../api/endpoints.gen.ts'
import { dive as golden } from '../../testing/world.ts'
import {
  atRest,
  bandName,
  canPay,
  isWin,
  lostTo,
  momentOf,
  netOf,
  newsOf,
  percent,
  restOf,
  safeOf,
  standingOf,
} from './model.ts'

const cast = (part: Partial<Cast>): Cast => ({
  seq: 10,
  level: 10,
  nonce: 9,
  t: 1,
  kind: 'empty',
  id: null,
  x10: 0,
  value: '0.00',
  bonus: '0.00',
  destroyed: [],
  shield: false,
  ...part,
})
const result = (part: Partial<DiveResult>): DiveResult => ({
  dive_id: 'd',
  reason: 'surfaced',
  casts: 9,
  staked: 900,
  fish: '650.00',
  bonus: '13.25',
  chest_gusd: '0.00',
  chest_usdt: '0.000000',
  payout: '663.25',
  credited_as: 'gusd',
  profit: '0.00',
  capped: false,
  closed_at: 0,
  ...part,
})

describe('the picture of rest', () => {
  test('names each fish by the level it was caught at, so that it stays the same fish when places move up', () => {
    expect(restOf(golden, { startLevel: 1, shield: true, waiting: false })).toEqual({
      diving: true,
      level: 10,
      shield: true,
      waiting: false,
      line: [
        { level: 4, id: 'anchovy' },
        { level: 5, id: 'sardine' },
        { level: 9, id: 'tuna' },
      ],
    })
  })

  test('looks at the start level being chosen while no dive is open', () => {
    expect(restOf(null, { startLevel: 21, shield: true, waiting: false })).toEqual({ ...atRest, level: 21 })
  })
})

describe('a cast', () => {
  test('that hits a mine drops exactly the fish in the destroyed places', () => {
    const blast = cast({ kind: 'mine', destroyed: [0, 2] })
    expect(momentOf(golden, blast)).toEqual({ kind: 'mine', destroyed: [4, 9], shield: false })
    expect(lostTo(golden, blast).map((fish) => fish.id)).toEqual(['anchovy', 'tuna'])
    expect(newsOf(golden, blast)).toEqual({ kind: 'mine', lost: 2, lostValue: '550.00', shield: false })
  })

  test('after an earlier mine still finds the right fish by its present place', () => {
    const after: Dive = {
      ...golden,
      line: [
        { i: 0, id: 'sardine', level: 5, value: '100.00' },
        { i: 1, id: 'ray', level: 14, value: '500.00' },
      ],
    }
    expect(momentOf(after, cast({ kind: 'mine', destroyed: [1] }))).toEqual({
      kind: 'mine',
      destroyed: [14],
      shield: false,
    })
  })

  test('with a shield plays the mine and loses nothing', () => {
    expect(momentOf(golden, cast({ kind: 'mine', shield: true }))).toEqual({
      kind: 'mine',
      destroyed: [],
      shield: true,
    })
  })

  test('with a fish hangs it at the level of the cast', () => {
    const bite = cast({ kind: 'fish', id: 'tuna', x10: 50, value: '500.00' })
    expect(momentOf(golden, bite)).toEqual({ kind: 'fish', fish: { level: 10, id: 'tuna' } })
    expect(newsOf(golden, bite)).toEqual({ kind: 'fish', id: 'tuna', value: '500.00', grand: false })
    expect(
      newsOf(golden, cast({ kind: 'fish', id: 'megalodon', x10: 2000, value: '20000.00' })),
    ).toMatchObject({ grand: true })
  })
})

describe('the numbers', () => {
  test('are those of the golden dive', () => {
    expect(standingOf(golden)).toEqual({ staked: 900, value: '663.25', net: '-236.75' })
  })

  test('count a cash chest at 10,000 gusd a USDT', () => {
    expect(safeOf({ ...golden, chest_usdt: '1.500000' })).toBe('15013.25')
    expect(standingOf({ ...golden, chest_usdt: '1.500000' }).value).toBe('15663.25')
  })

  test('keep their last digit beyond a float', () => {
    expect(netOf({ payout: '90071992547409.93', staked: 1 })).toBe('90071992547408.93')
  })

  test.each([
    ['663.25', 900, false],
    ['900.00', 900, false],
    ['900.01', 900, true],
    ['0.00', 0, false],
  ])('a payout of %s for %i staked celebrates: %s', (payout, staked, win) => {
    expect(isWin(result({ payout, staked }))).toBe(win)
  })
})

test('a dive is paid from one fund, never from both together', () => {
  expect(canPay(100, { coin_paid: 60, coin_promo: 60 })).toBe(false)
  expect(canPay(100, { coin_paid: 0, coin_promo: 100 })).toBe(true)
  expect(canPay(100, { coin_paid: 0, coin_promo: 100 }, 'paid')).toBe(false)
})

test('bands and odds read as in the rules', () => {
  expect([1, 5, 6, 10, 11, 20, 21, 27, 28, 37].map(bandName).join('')).toBe('aabbccddee')
  expect(percent(30_000, 1_000_000)).toBe('3')
  expect(percent(474_050, 1_000_000)).toBe('47.41')
})
