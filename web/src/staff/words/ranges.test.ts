import { describe, expect, it } from 'vitest'
import { daysOf, periodNameOf, periodOf, presetKeys, presetOf, rangeBody } from './ranges.ts'

const noon = (day: string) => Date.parse(`${day}T12:00:00Z`)

describe('Days by name', () => {
  it('are whole and in UTC', () => {
    const of = Object.fromEntries(presetKeys.map((key) => [key, daysOf(key, noon('2026-02-15'))]))
    expect(of).toEqual({
      today: { from: '2026-02-15', until: '2026-02-15' },
      yesterday: { from: '2026-02-14', until: '2026-02-14' },
      week: { from: '2026-02-09', until: '2026-02-15' },
      month: { from: '2026-02-01', until: '2026-02-28' },
      lastMonth: { from: '2026-01-01', until: '2026-01-31' },
      quarter: { from: '2026-01-01', until: '2026-03-31' },
      lastQuarter: { from: '2025-10-01', until: '2025-12-31' },
      year: { from: '2026-01-01', until: '2026-12-31' },
      lastYear: { from: '2025-01-01', until: '2025-12-31' },
    })
    expect(daysOf('today', Date.parse('2024-02-29T23:59:59.999Z')).until).toBe('2024-02-29')
    expect(daysOf('lastMonth', noon('2024-03-31'))).toEqual({ from: '2024-02-01', until: '2024-02-29' })
    expect(daysOf('quarter', noon('2026-12-31'))).toEqual({ from: '2026-10-01', until: '2026-12-31' })
  })

  it('are known again, and other ends have no name', () => {
    const now = noon('2026-02-15')
    for (const key of presetKeys) expect(presetOf(daysOf(key, now), now)).toBe(key)
    expect(presetOf({ from: '2026-02-15' }, now)).toBeNull()
    expect(presetOf({ from: '120', until: '2026-02-15T10:00:00Z' }, now)).toBeNull()
  })

  it('leave out of a call what is not set', () => {
    expect(rangeBody({})).toEqual({})
    expect(rangeBody({ from: '12', until: undefined })).toEqual({ from: '12' })
  })

  it('of the books begin after the millisecond before them and end with their own last one, or now', () => {
    const now = Date.UTC(2026, 10, 22, 12)
    expect(periodOf('lastMonth', now)).toEqual({
      from: '2026-09-30T23:59:59.999Z',
      at: '2026-10-31T23:59:59.999Z',
    })
    expect(periodOf('quarter', now)).toEqual({ from: '2026-09-30T23:59:59.999Z', at: null })
    expect(periodNameOf(periodOf('lastYear', now), now)).toBe('lastYear')
    expect(periodNameOf({ from: '41000' }, now)).toBeNull()
    expect(periodNameOf({}, now)).toBeNull()
  })
})
