// Why a period cannot be closed yet, in a language other than the server's: found anew in what the list says of the
// other periods, by the order in which the server checks (months, then quarters and years, each in sequence).
import { t } from '../../texts/index.ts'
import { lastMonthOf, momentsOf } from './moments.ts'
import type { StaffPeriod } from '../../api/endpoints.gen.ts'

/** What hinders it; the server's own words in its language, and where the list does not show why. */
export function hindranceText(period: StaffPeriod, list: readonly StaffPeriod[], said: string): string {
  const words = t.hindrances
  if (words === null) return said
  const open = list
    .filter(({ state }) => state !== 'closed')
    .toSorted((one, other) => (one.period < other.period ? -1 : 1))
  const next = open.find(({ kind }) => kind === period.kind)
  if (next && next.period < period.period) return words.next(next.period)
  if (period.kind === 'month') return words.days
  const part = open.find(({ kind, period: name }) => kind !== period.kind && isWithin(name, period.period))
  return part ? words.open(part.period) : said
}

/** Whether a period ends within another one. */
const isWithin = (part: string, whole: string) =>
  lastMonthOf(part) <= lastMonthOf(whole) && momentsOf(part).at > momentsOf(whole).from
