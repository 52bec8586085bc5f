import { texts } from './texts.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { errorText } from './errorText.ts'
import { startTexts, switchLanguage } from './i18n.ts'

const refusal = (code: number, data: unknown = null, message = 'server text') =>
  ({ kind: 'server', code, message, data }) as const

beforeAll(() => startTexts('en'))

describe('an error in the player\u2019s words', () => {
  test('before the catalogue is there, the server\u2019s own words', () => {
    expect(errorText(refusal(4006))).toBe('server text')
    expect(errorText(refusal(4006, null, ''))).toBe('Something went wrong, please try again')
  })

  test('by its code, in both languages', async () => {
    await texts.loadNamespaces('errors')
    expect(errorText(refusal(4006))).toBe('Already checked in')
    await switchLanguage('zh')
    expect(errorText(refusal(4006))).toBe('今日已签到')
    expect(errorText(refusal(4003, { floor: 1000 }))).toBe('余额低于 1,000 才可领取')
    await switchLanguage('en')
    expect(errorText(refusal(4003, { floor: 20_000 }))).toBe('Balance must be under 20,000')
    expect(
      errorText(refusal(6007, { until: Date.UTC(2026, 10, 22, 21, 22), time: '2026-11-22 21:22' })),
    ).toMatch(/^New address: wait until Nov 2\d, 2026/)
  })

  test('of maintenance what the house says, in the language in force', async () => {
    const text = { en: 'Back at 12:00 UTC.', zh: '12:00（UTC）恢复。' }
    const closed = refusal(-1003, { module: 'fishing', text })
    expect(errorText(closed)).toBe('Back at 12:00 UTC.')
    await switchLanguage('zh')
    expect(errorText(closed)).toBe('12:00（UTC）恢复。')
    await switchLanguage('en')
    for (const data of [{ module: 'fishing' }, { text: { en: '' } }, { text: 7 }, null])
      expect(errorText(refusal(-1003, data))).not.toContain('12:00')
  })

  test('a code that this build does not know has the server\u2019s words', () => {
    expect(errorText(refusal(4999))).toBe('server text')
  })

  test('no answer and no error of ours', () => {
    expect(errorText({ kind: 'network', timeout: false })).toMatch(/^No connection/)
    expect(errorText({ kind: 'network', timeout: true })).toMatch(/^The server took too long/)
    expect(errorText(new Error('boom'))).toBe('Something went wrong, please try again')
  })
})
