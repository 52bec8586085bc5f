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

/** `nowMs` is the service's. A figure that is not known is none. */
export function Today({ nowMs }: { nowMs: number }) {
  const day = utcDay(nowMs)
  const [seesDays, seesBooks] = [useCan('days.info'), useCan('books.financials')]
  const { currentData: close, isError: noClose } = useDaysInfoQuery(seesDays ? { day } : skipToken, looking)
  const { currentData: books, isError: noBooks } = useBooksFinancialsQuery(
    seesBooks ? {} : skipToken,
    looking,
  )
  if (!seesDays && !seesBooks) return null
  const closing = books?.sums.find(({ asset }) => asset === 'usdt')?.closing
  const usdt = (minor: string | undefined, failed: boolean) =>
    minor === undefined ? unknown(failed) : <Amount minor={minor} asset="usdt" signed />
  return (
    <Figures>
      {seesDays && (
        <>
          <Figure
            name={words().ggr}
            value={usdt(close?.report.ggr, noClose)}
            note={<Go to={`/desks/days?open=${day}`}>{words().preview}</Go>}
          />
          <Figure name={words().ngr} value={usdt(close?.report.ngr, noClose)} note={t.days.ngrNote} />
          <Figure
            name={words().hold}
            value={close ? `${(close.report.hold_per_mille / 10).toFixed(1)} %` : unknown(noClose)}
            note={t.days.holdNote}
          />
        </>
      )}
      {seesBooks && (
        <Figure
          name={words().equity}
          value={usdt(closing && sumOf([closing.equity, closing.result]), noBooks)}
          note={<Go to="/financials">{t.financials.title}</Go>}
        />
      )}
    </Figures>
  )
}

const unknown = (failed: boolean) => (failed ? t.loadFailed : '…')
