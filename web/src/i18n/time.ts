// Times for the eye, in the language in force and the device's zone.
import i18next from 'i18next'

/** Day and minute of a time in milliseconds. */
export function formatTime(ms: number): string {
  return new Intl.DateTimeFormat(i18next.language, { dateStyle: 'medium', timeStyle: 'short' }).format(ms)
}

/** Hour and minute only, for a line below its day. */
export function formatHour(ms: number): string {
  return new Intl.DateTimeFormat(i18next.language, { timeStyle: 'short' }).format(ms)
}

/** The day alone. */
export function formatDay(ms: number): string {
  return new Intl.DateTimeFormat(i18next.language, { dateStyle: 'long' }).format(ms)
}

/** The day in as few letters as its language has, for a small card. */
export function formatShortDay(ms: number): string {
  return new Intl.DateTimeFormat(i18next.language, { month: 'short', day: 'numeric' }).format(ms)
}

/** A span as h:mm:ss, never negative: 3,661,000 is "1:01:01". */
export function formatSpan(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
