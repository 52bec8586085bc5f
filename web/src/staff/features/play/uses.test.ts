import { expect, test } from 'vitest'
import { usesOf } from './uses.ts'

const more = { name: 'something_new', unit: 'number', value: '5' } as const
const facts = [
  { name: 'lost_today', unit: 'usdt', value: '46200000' },
  { name: 'loss_a_day', unit: 'usdt', value: '50000000' },
  { name: 'session', unit: 'minutes', value: '95' },
  { name: 'session_at_most', unit: 'minutes', value: '90' },
  { name: 'deposits_a_day', unit: 'usdt', value: null },
  more,
] as const

test('what is used stands beside what is allowed, and what nobody knows stays', () => {
  expect(usesOf(facts, false)).toEqual({
    uses: [
      { name: 'loss', unit: 'usdt', used: '46200000', limit: '50000000', perCent: 92 },
      { name: 'session', unit: 'min', used: '95', limit: '90', perCent: 105 },
      { name: 'depositDay', unit: 'usdt', used: null, limit: null, perCent: null },
    ],
    rest: [more],
  })
})

test('nobody on a break plays a session', () => {
  expect(usesOf(facts, true).uses[1]).toMatchObject({ used: null, limit: '90', perCent: null })
})
