import { expect, test } from 'vitest'
import { alertText, subjectText } from './alerts.ts'

test.each([
  ['time', '1763640000000', '2025-11-20 12:00:00 UTC'],
  ['duration', '3840000', '1 h 4 min'],
  ['ppm', '958000', '95.8 %'],
  ['usdt', '12500000', '12.500000 USDT'],
  ['usdt', '-5000000', '−5.000000 USDT'],
  ['number', '41', '41'],
  ['text', '41 in 5 minutes', '41 in 5 minutes'],
] as const)('%s %s is shown as %s', (unit, value, expected) => {
  expect(alertText({ unit, value })).toBe(expected)
})

test('a subject is shown by its name, and an id is left to be copied', () => {
  expect(
    ['h:usdt_reserve', 'identity_checks', '0193f0c2-7a11-7bbb-8ccc-100000000005'].map((subject) =>
      subjectText({ subject }),
    ),
  ).toEqual(['Prize reserve', 'identity checks', null])
})
