// What today has earned so far, as its daily close would say it, and what the house owns: for whoever may read them.
import { skipToken } from '@reduxjs/toolkit/query/react'
import { useBooksFinancialsQuery, useDaysInfoQuery } from '../../api/endpoints.gen.ts'
import { useCan } from '../../api/store.ts'
import { t } from '../../texts/index.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Go } from '../../ui/Go.tsx'
import { Figure, Figures } from '../../ui/Page.tsx'
import { sumOf } from '../../words/money.ts'
import { utcDay } from '../../words/time.ts'

const words = () => t.overview.today

/** The close of a day compares chains line by line: it is asked for rarely. */
const looking = { pollingInterval: 60_000, skipPollingIfUnfocused: true }

/** Nothing until it is known; `nowMs` is the service's. */
export function Today({ nowMs }: { nowMs: number }) {
  const day = utcDay(nowMs)
  const { currentData: close } = useDaysInfoQuery(useCan('days.info') ? { day } : skipToken, looking)
  const { currentData: books } = useBooksFinancialsQuery(useCan('books.financials') ? {} : skipToken, looking)
  const closing = books?.sums.find(({ asset }) => asset === 'usdt')?.closing
  if (!close && !closing) return null
  const usdt = (minor: string) => <Amount minor={minor} asset="usdt" signed />
  return (
    <Figures>
      {close && (
        <>
          <Figure
            name={words().ggr}
            value={usdt(close.report.ggr)}
            note={<Go to={`/desks/days?open=${day}`}>{words().preview}</Go>}
          />
          <Figure name={words().ngr} value={usdt(close.report.ngr)} note={t.days.ngrNote} />
          <Figure
            name={words().hold}
            value={`${(close.report.hold_per_mille / 10).toFixed(1)} %`}
            note={t.days.holdNote}
          />
        </>
      )}
      {closing && (
        <Figure
          name={words().equity}
          value={usdt(sumOf([closing.equity, closing.result]))}
          note={<Go to="/financials">{t.financials.title}</Go>}
        />
      )}
    </Figures>
  )
}
