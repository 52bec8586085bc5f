import { expect, test } from 'vitest'
import { readFact } from './facts.ts'
import type { StaffFact } from '../api/endpoints.gen.ts'

const atLeastZero = { is: 'at_least', value: '0' } as const
const shown: [StaffFact, ReturnType<typeof readFact>][] = [
  [
    { name: 'fee', unit: 'ppm', value: '8000' },
    { name: 'fee', value: '0.8 %', bound: null, holds: null },
  ],
  [
    { name: 'fee_at_least', unit: 'usdt', value: '500000' },
    { name: 'fee at least', value: '0.500000 USDT', bound: null, holds: null },
  ],
  [
    { name: 'coins_staked', of: 'paid', unit: 'coin', value: '1204000' },
    { name: 'coins staked, paid', value: '1,204,000 COIN', bound: null, holds: null },
  ],
  [
    { name: 'ever_topped_up', unit: 'yes_no', value: 'false' },
    { name: 'ever topped up', value: 'no', bound: null, holds: null },
  ],
  [
    { name: 'loss_a_day', unit: 'usdt', value: null },
    { name: 'loss a day', value: '–', bound: null, holds: null },
  ],
  [
    { name: 'session', unit: 'minutes', value: '95' },
    { name: 'session', value: '95 min', bound: null, holds: null },
  ],
  [
    { name: 'holds', account: 'h:usdt_reserve', unit: 'usdt', value: '-5000000', bound: atLeastZero },
    { name: 'Prize reserve', value: '−5.000000 USDT', bound: 'not below zero', holds: false },
  ],
  [
    { name: 'would_hold', account: 'h:usdt_reserve', unit: 'usdt', value: '7500000', bound: atLeastZero },
    { name: 'Prize reserve, after it', value: '7.500000 USDT', bound: 'not below zero', holds: true },
  ],
  [
    { name: 'chains_against_the_books', unit: 'usdt', value: '1', bound: { is: 'exactly', value: '0' } },
    { name: 'chains against the books', value: '0.000001 USDT', bound: 'zero', holds: false },
  ],
  [
    { name: 'chains_against_the_books', unit: 'usdt', value: null, bound: null },
    { name: 'chains against the books', value: '–', bound: null, holds: null },
  ],
  [
    {
      name: 'coins_1: bought coins for a coupon',
      unit: 'number',
      value: '10000',
      bound: { is: 'at_most', value: '10000' },
    },
    { name: 'coins 1: bought coins for a coupon', value: '10,000', bound: 'at most 10,000', holds: true },
  ],
  [
    { name: 'band_return', of: 'A', unit: 'ppm', value: '940000', bound: { is: 'exactly', value: '940000' } },
    { name: 'Return of the band, A', value: '94 %', bound: '94 %', holds: true },
  ],
  [
    { name: 'paytable', value: 'ab12', bound: { is: 'note', value: 'named in every dive' } },
    { name: 'paytable', value: 'ab12', bound: 'named in every dive', holds: null },
  ],
  [
    {
      name: 'holds',
      account: 'usdt',
      of: '0193f0c2-7a11-7bbb-8ccc-0123456789ab',
      unit: 'usdt',
      value: '40000000',
    },
    { name: 'USDT, free, 0193f0c2…', value: '40.000000 USDT', bound: null, holds: null },
  ],
  [
    { name: 'roles', unit: 'text', value: 'finance finance_lead' },
    { name: 'roles', value: 'finance, finance lead', bound: null, holds: null },
  ],
]

test.each(shown)('%j is shown in words', (fact, expected) => {
  expect(readFact(fact)).toEqual(expected)
})
