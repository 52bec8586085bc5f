// Times for the eye, in the language in force and the device's zone.
import { texts } from './texts.ts'

/** Day and minute of a time in milliseconds. */
export function formatTime(ms: number): string {
  return new Intl.DateTimeFormat(texts.language, { dateStyle: 'medium', timeStyle: 'short' }).format(ms)
}

/** Hour and minute only, for a line below its day. */
export function formatHour(ms: number): string {
  return new Intl.DateTimeFormat(texts.language, { timeStyle: 'short' }).format(ms)
}

/** The day alone. */
export function formatDay(ms: number): string {
  return new Intl.DateTimeFormat(texts.language, { dateStyle: 'medium' }).format(ms)
}

/** The day in as few letters as its language has, for a small card. */
export function formatShortDay(ms: number): string {
  return new Intl.DateTimeFormat(texts.language, { month: 'short', day: 'numeric' }).format(ms)
}

/** A calendar day as the server names it ("2026-11-20"), the same day in every zone, as short as `formatShortDay`. */
export function formatCalendarDay(day: string): string {
  const format = { month: 'short', day: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(texts.language, format).format(Date.parse(day))
}

const daySeconds = 24 * 3600

/** A span, never negative: a clock as "1:01:01", from a day on "6d 16h" in the words of the language. */
export function formatSpan(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  if (seconds >= daySeconds) {
    const days = Math.floor(seconds / daySeconds)
    const hours = Math.floor((seconds % daySeconds) / 3600)
    return [short(days, 'day'), ...(hours > 0 ? [short(hours, 'hour')] : [])].join(' ')
  }
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

/** A span rounded up to its largest unit, in words: "40 minutes", "5 hours", "2 days". */
export function formatAbout(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / 60_000))
  const [count, unit] =
    minutes < 60
      ? ([minutes, 'minute'] as const)
      : minutes <= 24 * 60
        ? ([Math.ceil(minutes / 60), 'hour'] as const)
        : ([Math.ceil(minutes / (24 * 60)), 'day'] as const)
  return new Intl.NumberFormat(texts.language, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}

function short(count: number, unit: 'day' | 'hour'): string {
  return new Intl.NumberFormat(texts.language, { style: 'unit', unit, unitDisplay: 'narrow' }).format(count)
}
