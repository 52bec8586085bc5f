// What today has earned so far, as its daily close would say it, and what the house owns: for whoever may read them.
import { skipToken } from '@reduxjs/toolkit/query/react'
import {
  useBooksFinancialsQuery,
  useDaysInfoQuery,
  type BooksFinancialsData,
} from '../../api/endpoints.gen.ts'
import { useCan } from '../../api/store.ts'
import { useFresh } from '../../parts/useFresh.ts'
import { t } from '../../texts/index.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Go } from '../../ui/Go.tsx'
import { Figure, Figures } from '../../ui/Page.tsx'
import { sumOf } from '../../words/money.ts'
import { utcDay } from '../../words/time.ts'

const words = () => t.overview.today

/** What players may exchange for USDT: 10,000 tokens of two decimals are one USDT of six, so a minor unit of one is a
 * minor unit of the other (domain §1). It is another asset of the books, and owed all the same. */
const exchangeable = ({ list }: BooksFinancialsData) =>
  list.find((line) => line.class === 'liability' && line.accounts.includes('gusd'))?.closing ?? '0'

/** `nowMs` is the service's. A figure that is not known is none. */
export function Today({ nowMs }: { nowMs: number }) {
  const day = utcDay(nowMs)
  const [seesDays, seesBooks] = [useCan('days.info'), useCan('books.financials')]
  const { currentData: close, isError: noClose } = useFresh(useDaysInfoQuery(seesDays ? { day } : skipToken))
  const { currentData: books, isError: noBooks } = useFresh(
    useBooksFinancialsQuery(seesBooks ? {} : skipToken),
  )
  if (!seesDays && !seesBooks) return null
  const closing = books?.sums.find(({ asset }) => asset === 'usdt')?.closing
  const owed = books ? exchangeable(books) : null
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
          value={usdt(closing && sumOf([closing.equity, closing.result, `-${owed ?? '0'}`]), noBooks)}
          note={
            <>
              {owed !== null && (
                <>
                  {words().equityNote} <Amount minor={owed} asset="usdt" /> ·{' '}
                </>
              )}
              <Go to="/financials">{t.financials.title}</Go>
            </>
          }
        />
      )}
    </Figures>
  )
}

const unknown = (failed: boolean) => (failed ? t.loadFailed : '…')
