import { expect, test } from 'vitest'
import { readFact } from './facts.ts'

test.each([
  ['fee, ppm', '8000', null, { name: 'fee', value: '0.8 %', bound: null, holds: null }],
  [
    'fee at least',
    '500000',
    null,
    { name: 'fee at least', value: '0.500000 USDT', bound: null, holds: null },
  ],
  [
    'paid coins staked',
    '1204000',
    null,
    { name: 'paid coins staked', value: '1,204,000 COIN', bound: null, holds: null },
  ],
  ['ever topped up', 'false', null, { name: 'ever topped up', value: 'no', bound: null, holds: null }],
  ['loss a day', '-', null, { name: 'loss a day', value: '–', bound: null, holds: null }],
  [
    'h:usdt_reserve',
    '-5000000',
    '>= 0',
    { name: 'Prize reserve', value: '−5.000000 USDT', bound: 'not below zero', holds: false },
  ],
  [
    'h:usdt_reserve after',
    '7500000',
    '>= 0',
    { name: 'Prize reserve, after it', value: '7.500000 USDT', bound: 'not below zero', holds: true },
  ],
  [
    `${'ab'.repeat(32)} against the books`,
    '0',
    '0',
    { name: 'abababab… against the books', value: '0.000000 USDT', bound: 'zero', holds: true },
  ],
  [
    'coins_1: bought coins for a coupon',
    '10000',
    'at most 10000',
    { name: 'coins 1: bought coins for a coupon', value: '10,000', bound: 'at most 10000', holds: true },
  ],
  [
    'usdt of 0193f0c2-7a11-7bbb-8ccc-0123456789ab',
    '40000000',
    null,
    { name: 'USDT, free, 0193f0c2…', value: '40.000000 USDT', bound: null, holds: null },
  ],
  ['tier', 'Gold', null, { name: 'tier', value: 'Gold', bound: null, holds: null }],
])('%s of %s is shown in words', (name, value, bound, expected) => {
  expect(readFact({ name, value, bound })).toEqual(expected)
})
