// Moments in UTC, always; local time is one hover away.

/** 2026-01-31 12:00:00, or with milliseconds. */
export function utc(ms: number, exact = false): string {
  return new Date(ms)
    .toISOString()
    .replace('T', ' ')
    .slice(0, exact ? 23 : 19)
}

/** 2026-01-31. */
export function utcDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

/** The same moment where the reader is. */
export function local(ms: number): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' }).format(ms)
}

const steps: readonly (readonly [number, string])[] = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
]

/** A span in its two largest units: 3 h 12 min. */
export function span(ms: number): string {
  const whole = Math.abs(ms)
  const first = steps.findIndex(([size]) => whole >= size)
  if (first < 0) return '0 s'
  const parts = steps
    .slice(first, first + 2)
    .map(
      ([size, name], index) =>
        [Math.floor((index === 0 ? whole : whole % (steps[first]?.[0] ?? 1)) / size), name] as const,
    )
  return parts
    .filter(([many]) => many > 0)
    .map((part) => part.join(' '))
    .join(' ')
}

/** How far a moment is from now. */
export function sinceNow(ms: number): { away: string; past: boolean } {
  const awayMs = Date.now() - ms
  return { away: span(awayMs), past: awayMs >= 0 }
}
