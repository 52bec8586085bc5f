import { afterEach, expect, test } from 'vitest'
import { en } from '../texts/en/index.ts'
import { setTexts } from '../texts/index.ts'
import { zh } from '../texts/zh/index.ts'
import { boundText, foundText, subjectText } from './alerts.ts'

test.each([
  ['time', '1763640000000', '2025-11-20 12:00:00 UTC'],
  ['duration', '3840000', '1 h 4 min'],
  ['ppm', '958000', '95.8 %'],
  ['usdt', '12500000', '12.500000 USDT'],
  ['usdt', '-5000000', '−5.000000 USDT'],
  ['number', '41', '41'],
  ['text', '41 in 5 minutes', '41 in 5 minutes'],
] as const)('%s %s is shown as %s', (unit, value, expected) => {
  expect(foundText({ kind: 'error_rate', value: { unit, value } })).toBe(expected)
})

test('a subject is shown by its name, and an id is left to be copied', () => {
  expect(
    ['h:usdt_reserve', 'identity_checks', '0193f0c2-7a11-7bbb-8ccc-100000000005'].map((subject) =>
      subjectText({ subject }),
    ),
  ).toEqual(['Prize reserve', 'identity checks', null])
})

afterEach(() => setTexts(en))

const backlog = { kind: 'kyc_backlog', bound: { unit: 'text', value: 'none older than a day' } } as const

test('what the server says of all alerts of a kind is said in the language in force', () => {
  expect(boundText(backlog)).toBe('none older than a day')
  setTexts(zh)
  expect(boundText(backlog)).toBe('没有超过一天的')
  expect(boundText({ ...backlog, bound: { unit: 'number', value: '3' } })).toBe('3')
  expect(subjectText({ subject: 'ranks/0' })).toBe('排行榜 / 0')
})
