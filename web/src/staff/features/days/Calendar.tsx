// A month of days with the state of each: what is closed, what is still open, and what does not add up.
import { useEffect, useState } from 'react'
import type { StaffDay } from '../../api/endpoints.gen.ts'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/Button.tsx'
import type { Pages } from '../../ui/usePages.ts'
import own from './days.module.css'

const words = () => t.days

type State = 'today' | 'open' | 'closed' | 'off'

function stateOf({ over, closed_ms = null, balanced }: StaffDay): State {
  if (!over) return 'today'
  if (closed_ms === null) return 'open'
  return balanced ? 'closed' : 'off'
}

/** Months are written YYYY-MM; this is the one before or after. */
function monthFrom(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7)
}

/** The days of a month in rows of weeks that begin on Monday; nothing before the first. */
function placesOf(month: string): (string | null)[] {
  const first = new Date(`${month}-01T00:00:00Z`)
  const before = Array.from({ length: (first.getUTCDay() + 6) % 7 }, () => null)
  const next = Date.parse(`${monthFrom(month, 1)}-01T00:00:00Z`)
  const length = Math.round((next - first.getTime()) / 86_400_000)
  return [
    ...before,
    ...Array.from({ length }, (_, place) => `${month}-${String(place + 1).padStart(2, '0')}`),
  ]
}

/** The month of the open day, or the newest one; further back as long as there are days. */
export function Calendar({
  pages,
  open,
  onOpen,
}: {
  pages: Pages<StaffDay>
  open: string | undefined
  onOpen: (day: string) => void
}) {
  const [chosen, setChosen] = useState<string | null>(null)
  const newest = pages.rows[0]?.day.slice(0, 7)
  const month = chosen ?? open?.slice(0, 7) ?? newest
  const oldest = pages.rows.at(-1)?.day
  const { more, state, loadMore } = pages
  const isMissing = month !== undefined && oldest !== undefined && `${month}-01` < oldest && more
  useEffect(() => {
    if (isMissing && state === 'ready') loadMore()
  }, [isMissing, state, loadMore])
  if (month === undefined || newest === undefined) return null
  const states = new Map(pages.rows.map((day) => [day.day, stateOf(day)]))
  return (
    <section className={own.calendar} data-screen-only aria-label={words().calendar}>
      <header>
        <Button
          look="quiet"
          disabled={!more && oldest !== undefined && oldest.slice(0, 7) >= month}
          onClick={() => setChosen(monthFrom(month, -1))}
        >
          {words().before}
        </Button>
        <strong>{month}</strong>
        <Button look="quiet" disabled={month >= newest} onClick={() => setChosen(monthFrom(month, 1))}>
          {words().after}
        </Button>
      </header>
      <div className={own.days}>
        {words().weekdays.map((name) => (
          <span key={name} className={own.weekday}>
            {name}
          </span>
        ))}
        {placesOf(month).map((day, place) => {
          const found = day === null ? undefined : states.get(day)
          // Places before the first of a month have no name of their own.
          if (day === null || found === undefined)
            return <span key={day ?? `-${place}`}>{day?.slice(8)}</span>
          return (
            <button
              key={day}
              type="button"
              data-state={found}
              aria-pressed={day === open}
              aria-label={`${day}${t.colon}${words()[found]}`}
              title={words()[found]}
              onClick={() => onOpen(day)}
            >
              {day.slice(8)}
            </button>
          )
        })}
      </div>
    </section>
  )
}
