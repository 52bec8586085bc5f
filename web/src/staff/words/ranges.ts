// Days that people ask for by name, in UTC as the books have them. Both ends are days, and both count whole.
import { utcDay } from './time.ts'

const dayMs = 86_400_000

export const presetKeys = [
  'today',
  'yesterday',
  'week',
  'month',
  'lastMonth',
  'quarter',
  'lastQuarter',
  'year',
  'lastYear',
] as const

export type PresetKey = (typeof presetKeys)[number]

/** A part of time, as filters and calls have it: a day, a time or a position on each side. */
export type Range = { from?: string | undefined; until?: string | undefined }

/** The days that a name means now. */
export function daysOf(preset: PresetKey, nowMs: number): { from: string; until: string } {
  const now = new Date(nowMs)
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  const quarter = month - (month % 3)
  const days = (fromMs: number, untilMs: number) => ({ from: utcDay(fromMs), until: utcDay(untilMs) })
  // The day 0 of a month is the last one of the month before.
  const months = (first: number, many: number) =>
    days(Date.UTC(year, first, 1), Date.UTC(year, first + many, 0))
  switch (preset) {
    case 'today':
      return days(nowMs, nowMs)
    case 'yesterday':
      return days(nowMs - dayMs, nowMs - dayMs)
    case 'week':
      return days(nowMs - 6 * dayMs, nowMs)
    case 'month':
      return months(month, 1)
    case 'lastMonth':
      return months(month - 1, 1)
    case 'quarter':
      return months(quarter, 3)
    case 'lastQuarter':
      return months(quarter - 3, 3)
    case 'year':
      return months(0, 12)
    case 'lastYear':
      return months(-12, 12)
  }
}

/** The name of these days now, where they have one. */
export function presetOf({ from, until }: Range, nowMs: number): PresetKey | null {
  const fits = (key: PresetKey) => {
    const days = daysOf(key, nowMs)
    return days.from === from && days.until === until
  }
  return presetKeys.find(fits) ?? null
}

/** The last millisecond before a period of the books, and its own last one; null, or none, is now. */
export type Period = { from?: string | undefined; at?: string | null | undefined }

/** The same days as a period of the books, which begins after a moment and ends with the one that is looked at. */
export function periodOf(preset: PresetKey, nowMs: number): { from: string; at: string | null } {
  const { from, until } = daysOf(preset, nowMs)
  const before = new Date(Date.parse(from) - 1).toISOString()
  const end = new Date(Date.parse(until) + dayMs - 1)
  return { from: before, at: end.getTime() < nowMs ? end.toISOString() : null }
}

/** The name of this period now, where it has one. */
export function periodNameOf({ from, at = null }: Period, nowMs: number): PresetKey | null {
  const fits = (key: PresetKey) => {
    const period = periodOf(key, nowMs)
    return period.from === from && period.at === at
  }
  return presetKeys.find(fits) ?? null
}

/** The ends that are set, for the body of a call. */
export function rangeBody({ from, until }: Range): { from?: string; until?: string } {
  return { ...(from ? { from } : {}), ...(until ? { until } : {}) }
}
