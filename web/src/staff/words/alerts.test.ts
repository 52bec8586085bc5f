import { afterEach, expect, test } from 'vitest'
import { en } from '../texts/en/index.ts'
import { setTexts } from '../texts/index.ts'
import { zh } from '../texts/zh/index.ts'
import { measuredText, subjectText } from './alerts.ts'

test.each([
  ['time', '1763640000000', '2025-11-20 12:00:00 UTC'],
  ['duration', '3840000', '1 h 4 min'],
  ['ppm', '958000', '95.8 %'],
  ['usdt', '12500000', '12.500000 USDT'],
  ['usdt', '-5000000', '−5.000000 USDT'],
  ['number', '41', '41'],
  ['text', 'somebody said so', 'somebody said so'],
] as const)('%s %s is shown as %s', (unit, value, expected) => {
  expect(measuredText({ unit, value })).toBe(expected)
})

test('a subject is shown by its name, and an id is left to be copied', () => {
  expect(
    ['h:usdt_reserve', 'identity_checks', '0193f0c2-7a11-7bbb-8ccc-100000000005'].map((subject) =>
      subjectText({ subject }),
    ),
  ).toEqual(['Prize reserve', 'identity checks', null])
})

afterEach(() => setTexts(en))

test('what the server says with a code is said in the language in force', () => {
  const text = '1200 in 5 minutes'
  const values = { count: '1200', minutes: '5' }
  const many = { unit: 'text', value: text, finding: { code: 'in_minutes', values, text } } as const
  expect(measuredText(many)).toBe(text)
  setTexts(zh)
  expect(measuredText(many)).toBe('5 分钟内 1,200 次')
  expect(subjectText({ subject: 'ranks/0' })).toBe('排行榜 / 0')
})
