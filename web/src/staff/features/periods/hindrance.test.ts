// What hinders a closing is said in Chinese too, from the states of the other periods.
import { afterEach, expect, test } from 'vitest'
import { en } from '../../texts/en/index.ts'
import { setTexts } from '../../texts/index.ts'
import { zh } from '../../texts/zh/index.ts'
import { hindranceText } from './hindrance.ts'
import type { StaffPeriod } from '../../api/endpoints.gen.ts'

afterEach(() => setTexts(en))

const kindOf = (period: string) =>
  period.includes('Q') ? 'quarter' : period.includes('-') ? 'month' : 'year'
const period = (name: string, state = 'open'): StaffPeriod => ({ period: name, kind: kindOf(name), state })

const said = 'period: 2026-09 is the next to close'

test.each([
  ['2026-10', ['2026-09'], '须先结账 2026-09'],
  ['2026-10', ['2026-09', '2026-08'], '须先结账 2026-08'],
  ['2026-09', ['2026-09', '2026-Q3', '2026'], '其中有一天尚未日结'],
  ['2026-Q3', ['2026-Q3', '2026-09'], '2026-09 尚未结账'],
  ['2026-Q4', ['2026-Q4', '2026-Q3'], '须先结账 2026-Q3'],
  ['2026', ['2026', '2026-Q4'], '2026-Q4 尚未结账'],
  ['2026', ['2026', '2027-01'], said],
])('%s with %j open', (name, open, expected) => {
  setTexts(zh)
  expect(
    hindranceText(
      period(name),
      open.map((one) => period(one)),
      said,
    ),
  ).toBe(expected)
})

test('English reads the words of the server', () => {
  expect(hindranceText(period('2026-10'), [period('2026-09')], said)).toBe(said)
})
