// Balance sheet and income statement of each asset by the chart of accounts: as of the moment beside the begin of the
// period, and the period beside the one of the same length before. A line leads to its accounts in the trial balance.
import {
  useBooksFinancialsQuery,
  type BooksFinancialsData,
  type FinancialLine,
} from '../../api/endpoints.gen.ts'
import { usePast } from '../../api/store.ts'
import { AsOf } from '../../parts/AsOf.tsx'
import { InUsdt, Rates } from '../../parts/InUsdt.tsx'
import { useFresh } from '../../parts/useFresh.ts'
import { Statements } from '../../parts/Statements.tsx'
import { ExportList } from '../../parts/ExportList.tsx'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/Badge.tsx'
import { CheckField } from '../../ui/Field.tsx'
import { FilterBar, periodKeys, useFilters } from '../../ui/Filters.tsx'
import css from '../../ui/layout.module.css'
import { Page } from '../../ui/Page.tsx'
import { QueryState } from '../../ui/states.tsx'
import { assets } from '../../words/money.ts'
import { utc } from '../../words/time.ts'

const words = () => t.financials

export default function FinancialsScreen() {
  const [{ from, at, all }, set] = useFilters([...periodKeys, 'all'])
  const asked = { ...usePast(), ...(from ? { from } : {}) }
  const query = useFresh(useBooksFinancialsQuery(asked))
  const data = query.currentData
  return (
    <Page
      title={words().title}
      sub={
        <>
          {words().sub} <span data-screen-only>{words().press}</span>
        </>
      }
      actions={
        <>
          {data && (
            <>
              <AsOf at={data.at} />
              <Badge tone={data.holds ? 'good' : 'bad'}>{data.holds ? words().holds : words().off}</Badge>
            </>
          )}
          <ExportList list="books/financials" body={asked} />
        </>
      }
    >
      <div className={css.bar}>
        <FilterBar filters={[]} since={words().since} values={{ from, at }} onChange={set} />
        <CheckField
          label={words().hideZero}
          checked={!all}
          onChange={(hide) => set({ all: hide ? null : '1' })}
        />
      </div>
      <QueryState query={query} rows={16}>
        {(found) => (
          <>
            <p className={css.quiet}>{period(found)}</p>
            {found.usdt ? <Rates usdt={found.usdt} /> : <p className={css.quiet}>{t.inUsdt.noneYet}</p>}
            {assets.map((asset) => (
              <Statements
                key={asset}
                asset={asset}
                list={found.list}
                sums={found.sums}
                all={all === '1'}
                compared={from !== undefined}
                to={(line) => accountsOf(line, from)}
              />
            ))}
            {found.usdt && (
              <InUsdt
                usdt={found.usdt}
                list={found.list}
                compared={from !== undefined}
                to={(line) => accountsOf(line, from)}
              />
            )}
          </>
        )}
      </QueryState>
    </Page>
  )
}

function period({ at, from, prior, chart }: BooksFinancialsData): string {
  const moment = (ms: number) => `${utc(ms)} UTC`
  if (!from || !prior) return words().whole(moment(at.time_ms), chart)
  return words().period(moment(from.time_ms), moment(at.time_ms), moment(prior.time_ms), chart)
}

/** A line's accounts in the trial balance of the same period. */
function accountsOf(line: FinancialLine, from: string | undefined): string {
  const path = `/trial?account=${encodeURIComponent(line.accounts.join(','))}`
  return from ? `${path}&from=${encodeURIComponent(from)}` : path
}
