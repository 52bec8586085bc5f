// Balance sheet and income statement of each asset by the chart of accounts: as of the moment beside the begin of the
// period, and the period beside the one of the same length before. A line leads to its accounts in the trial balance.
import type { ReactNode } from 'react'
import {
  useBooksFinancialsQuery,
  type BooksFinancialsData,
  type FinancialLine,
  type FinancialSum,
} from '../../api/endpoints.gen.ts'
import { usePast } from '../../api/store.ts'
import { AsOf, fresh } from '../../parts/AsOf.tsx'
import { t } from '../../texts/index.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { CheckField } from '../../ui/Field.tsx'
import { FilterBar, useFilters } from '../../ui/Filters.tsx'
import { Go } from '../../ui/Go.tsx'
import css from '../../ui/layout.module.css'
import { Columns, Page, Panel, Plain } from '../../ui/Page.tsx'
import { QueryState } from '../../ui/states.tsx'
import { assets, symbols } from '../../words/money.ts'
import { utc } from '../../words/time.ts'

const words = () => t.financials

export default function FinancialsScreen() {
  const [{ from, all }, set] = useFilters(['from', 'all'])
  const query = useBooksFinancialsQuery({ ...usePast(), ...(from ? { from } : {}) }, fresh)
  const data = query.currentData
  return (
    <Page
      title={words().title}
      sub={words().sub}
      actions={
        data && (
          <>
            <AsOf at={data.at} />
            <Badge tone={data.holds ? 'good' : 'bad'}>{data.holds ? words().holds : words().off}</Badge>
          </>
        )
      }
    >
      <div className={css.bar}>
        <FilterBar
          filters={[{ key: 'from', label: words().since, wide: true }]}
          values={{ from }}
          onChange={set}
        />
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
            {assets.map((asset) => (
              <OneAsset key={asset} asset={asset} data={found} all={all === '1'} from={from} />
            ))}
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

type Shown = { asset: string; data: BooksFinancialsData; all: boolean; from: string | undefined }

const isUsed = ({ opening, moved, closing, prior }: FinancialLine) =>
  [opening, moved, closing, prior ?? '0'].some((minor) => minor !== '0')

function OneAsset({ asset, data, all, from }: Shown) {
  const sum = data.sums.find((one) => one.asset === asset)
  if (!sum) return null
  const lines = data.list.filter((line) => line.asset === asset && (all || isUsed(line)))
  const name = symbols[asset] ?? asset
  const aside = <Badge tone={sum.holds ? 'good' : 'bad'}>{sum.holds ? words().holds : words().off}</Badge>
  return (
    <Columns min={520}>
      <Panel title={words().sheet(name)} pad={false} aside={aside}>
        <Sheet label={words().sheet(name)} lines={lines} sum={sum} from={from} />
      </Panel>
      <Panel title={words().income(name)} pad={false}>
        <Income label={words().income(name)} lines={lines} sum={sum} from={from} />
      </Panel>
    </Columns>
  )
}

type Table = {
  label: string
  lines: readonly FinancialLine[]
  sum: FinancialSum
  from: string | undefined
}
type Row = { key: string; cells: readonly ReactNode[] }

const add = (...minor: readonly string[]) => minor.reduce((total, one) => total + BigInt(one), 0n).toString()

/** A line's accounts in the trial balance of the same period. */
function accountsOf(line: FinancialLine, from: string | undefined): string {
  const path = `/trial?account=${encodeURIComponent(line.accounts.join(','))}`
  return from ? `${path}&from=${encodeURIComponent(from)}` : path
}

/** A figure beside the one that it is compared with; a dash where there is nothing to compare with. */
const pair = (asset: string, now: string, then: string | null | undefined): readonly ReactNode[] => [
  <Amount key="now" minor={now} asset={asset} bare />,
  then === null || then === undefined ? '–' : <Amount key="then" minor={then} asset={asset} bare />,
]

const totalRow = (key: string, name: string, figures: readonly ReactNode[]): Row => ({
  key,
  cells: [
    '',
    <strong key="n">{name}</strong>,
    ...figures.map((figure, index) => <strong key={index === 0 ? 'now' : 'then'}>{figure}</strong>),
  ],
})

function Sheet({ label, lines, sum, from }: Table) {
  const { asset, opening, closing } = sum
  const then = (minor: string) => (from ? minor : null)
  const part = (kind: string): Row[] =>
    lines
      .filter((line) => line.class === kind)
      .map((line) => ({
        key: line.key,
        cells: [...named(line, from), ...pair(asset, line.closing, then(line.opening))],
      }))
  const total = (key: 'assets' | 'liabilities' | 'equity') =>
    totalRow(key, words().total[key], pair(asset, closing[key], then(opening[key])))
  const claims = (of: FinancialSum['closing']) => add(of.liabilities, of.equity, of.result)
  return (
    <Plain
      label={label}
      head={heads(words().now, words().before)}
      rows={[
        ...part('asset'),
        total('assets'),
        ...part('liability'),
        total('liabilities'),
        ...part('equity'),
        total('equity'),
        {
          key: 'result',
          cells: ['', words().resultSoFar, ...pair(asset, closing.result, then(opening.result))],
        },
      ]}
      foot={['', words().total.claims, ...pair(asset, claims(closing), then(claims(opening)))]}
    />
  )
}

function Income({ label, lines, sum, from }: Table) {
  const { asset, moved, prior } = sum
  const part = (kind: string): Row[] =>
    lines
      .filter((line) => line.class === kind)
      .map((line) => ({
        key: line.key,
        cells: [...named(line, from), ...pair(asset, line.moved, line.prior)],
      }))
  const total = (key: 'income' | 'expenses') =>
    totalRow(key, words().total[key], pair(asset, moved[key], prior?.[key]))
  return (
    <Plain
      label={label}
      head={heads(words().inPeriod, words().inPrior)}
      rows={[...part('income'), total('income'), ...part('expense'), total('expenses')]}
      foot={['', words().total.result, ...pair(asset, moved.result, prior?.result)]}
    />
  )
}

const heads = (now: string, then: string) => [
  { title: words().code },
  { title: t.word.name },
  { title: now, end: true },
  { title: then, end: true },
]

const named = (line: FinancialLine, from: string | undefined): readonly ReactNode[] => [
  <code key="c" className={css.quiet}>
    {line.code}
  </code>,
  <Go key="n" to={accountsOf(line, from)} title={line.tax}>
    {line.name}
  </Go>,
]
