import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts, switchLanguage } from './i18n.ts'
import { formatCalendarDay, formatDay, formatSpan, formatTime } from './time.ts'

beforeAll(() => startTexts('en'))
afterEach(() => vi.unstubAllEnvs())

const hourMs = 3_600_000

test.each([
  [-1, '0:00:00', '0:00:00'],
  [3_661_000, '1:01:01', '1:01:01'],
  [24 * hourMs - 1, '23:59:59', '23:59:59'],
  [24 * hourMs, '1d', '1天'],
  [160 * hourMs + 34 * 60_000, '6d 16h', '6天 16小时'],
])('%i ms are %s, in Chinese %s', async (ms, en, zh) => {
  await switchLanguage('en')
  expect(formatSpan(ms)).toBe(en)
  await switchLanguage('zh')
  expect(formatSpan(ms)).toBe(zh)
})

test.each([
  ['en', 'Nov 23, 2026'],
  ['zh', '2026年11月23日'],
] as const)('a day alone and a day with its hour are written alike in %s', async (language, day) => {
  await switchLanguage(language)
  const noon = new Date(2026, 10, 23, 12).getTime()
  expect(formatDay(noon)).toBe(day)
  expect(formatTime(noon)).toContain(day)
})

test.each([
  ['en', 'Nov 20'],
  ['zh', '11月20日'],
] as const)('a calendar day stays the same day west of Greenwich in %s', async (language, day) => {
  vi.stubEnv('TZ', 'America/Los_Angeles')
  await switchLanguage(language)
  expect(formatCalendarDay('2026-11-20')).toBe(day)
})
