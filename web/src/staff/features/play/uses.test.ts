import { expect, test } from 'vitest'
import { usesOf } from './uses.ts'

const facts = [
  { name: 'lost today', value: '46200000' },
  { name: 'loss a day', value: '50000000' },
  { name: 'session, minutes', value: '95' },
  { name: 'session at most', value: '90' },
  { name: 'deposits a day', value: '-' },
  { name: 'something new', value: '5' },
]

test('what is used stands beside what is allowed, and what nobody knows stays', () => {
  expect(usesOf(facts, false)).toEqual({
    uses: [
      { name: 'loss', unit: 'usdt', used: '46200000', limit: '50000000', perCent: 92 },
      { name: 'session', unit: 'min', used: '95', limit: '90', perCent: 105 },
      { name: 'depositDay', unit: 'usdt', used: null, limit: null, perCent: null },
    ],
    rest: [{ name: 'something new', value: '5' }],
  })
})

test('nobody on a break plays a session', () => {
  expect(usesOf(facts, true).uses[1]).toMatchObject({ used: null, limit: '90', perCent: null })
})
