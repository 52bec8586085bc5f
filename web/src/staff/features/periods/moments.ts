// When a period begins and ends.

/** A month, a quarter or a year: the last millisecond before it and its own last one, as moments of the log. */
export function momentsOf(period: string): { from: string; at: string } {
  const [year, part = ''] = period.split('-')
  const quarter = part.startsWith('Q')
  const [first, length] =
    part === '' ? [0, 12] : quarter ? [Number(part.slice(1)) * 3 - 3, 3] : [Number(part) - 1, 1]
  const before = (month: number) => new Date(Date.UTC(Number(year), month, 1) - 1).toISOString()
  return { from: before(first), at: before(first + length) }
}

/** The last day of a period. */
export function lastDayOf(period: string): string {
  return momentsOf(period).at.slice(0, 10)
}

/** The last month of a period; a text that is no period as it is. */
export function lastMonthOf(period: string): string {
  return /^\d{4}(?:-(?:Q[1-4]|\d{2}))?$/.test(period) ? momentsOf(period).at.slice(0, 7) : period
}
