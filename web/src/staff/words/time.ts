// Moments in UTC, always, written as ISO 8601 has them: the same in every language, so texts may use them too.

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
