// Moments in UTC, always; local time is one hover away.

/** 2026-01-31 12:00:00, or with milliseconds. */
export function utc(ms: number, exact = false): string {
  return new Date(ms).toISOString().replace('T', ' ').slice(0, exact ? 23 : 19)
}

/** 2026-01-31. */
export function utcDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

/** The same moment where the reader is. */
export function local(ms: number): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' }).format(ms)
}

const steps: readonly (readonly [number, string])[] = [[86_400_000, 'd'], [3_600_000, 'h'], [60_000, 'min'], [1_000, 's']]

/** A span in its two largest units: 3 h 12 min. */
export function span(ms: number): string {
  const parts: string[] = []
  let rest = Math.abs(ms)
  for (const [size, name] of steps) {
    if (rest >= size && parts.length < 2) parts.push(`${Math.floor(rest / size)} ${name}`)
    rest %= size
  }
  return parts.join(' ') || '0 s'
}

/** How far a moment is from now. */
export function sinceNow(ms: number): { away: string; past: boolean } {
  const awayMs = Date.now() - ms
  return { away: span(awayMs), past: awayMs >= 0 }
}
