import { expect, test } from 'vitest'
import { lastMonthOf, momentsOf } from './moments.ts'

test.each([
  ['2026-10', '2026-09-30T23:59:59.999Z', '2026-10-31T23:59:59.999Z'],
  ['2026-Q1', '2025-12-31T23:59:59.999Z', '2026-03-31T23:59:59.999Z'],
  ['2024', '2023-12-31T23:59:59.999Z', '2024-12-31T23:59:59.999Z'],
])('%s begins behind %s and ends at %s', (period, from, at) => {
  expect(momentsOf(period)).toEqual({ from, at })
})

test.each([
  ['2026-10', '2026-10'],
  ['2026-Q1', '2026-03'],
  ['2024', '2024-12'],
  ['2024-5', '2024-5'],
])('%s ends with %s', (period, month) => {
  expect(lastMonthOf(period)).toBe(month)
})
