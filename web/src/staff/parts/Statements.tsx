// Balance sheet and income statement of one asset by the chart of accounts, beside what each is compared with.
import type { ReactNode } from 'react'
import type { FinancialLine, FinancialSum } from '../api/endpoints.gen.ts'
import { t } from '../texts/index.ts'
import { Amount } from '../ui/Amount.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Go } from '../ui/Go.tsx'
import css from '../ui/layout.module.css'
import { Columns, Panel, Plain } from '../ui/Page.tsx'
import { symbols } from '../words/money.ts'

const words = () => t.financials

type Props = {
  asset: string
  list: readonly FinancialLine[]
  sums: readonly FinancialSum[]
  /** Entries without a figure too. */
  all?: boolean
  /** The period begins after the log does: its opening is shown. */
  compared: boolean
  /** Where a line leads; it leads nowhere without. */
  to?: (line: FinancialLine) => string
}

const isUsed = ({ opening, moved, closing, prior }: FinancialLine) =>
  [opening, moved, closing, prior ?? '0'].some((minor) => minor !== '0')

export function Statements({ asset, list, sums, all = false, compared, to }: Props) {
  const sum = sums.find((one) => one.asset === asset)
  if (!sum) return null
  const lines = list.filter((line) => line.asset === asset && (all || isUsed(line)))
  const name = symbols[asset] ?? asset
  const aside = <Badge tone={sum.holds ? 'good' : 'bad'}>{sum.holds ? words().holds : words().off}</Badge>
  const table = { lines, sum, compared, to }
  return (
    <Columns min={520}>
      <Panel title={words().sheet(name)} pad={false} aside={aside}>
        <Sheet label={words().sheet(name)} {...table} />
      </Panel>
      <Panel title={words().income(name)} pad={false}>
        <Income label={words().income(name)} {...table} />
      </Panel>
    </Columns>
  )
}

type Table = {
  label: string
  lines: readonly FinancialLine[]
  sum: FinancialSum
  compared: boolean
  to: ((line: FinancialLine) => string) | undefined
}
export type Row = { key: string; cells: readonly ReactNode[] }

const add = (...minor: readonly string[]) => minor.reduce((total, one) => total + BigInt(one), 0n).toString()

/** A figure beside the one that it is compared with; a dash where there is nothing to compare with. */
export const pair = (asset: string, now: string, then: string | null | undefined): readonly ReactNode[] => [
  <Amount key="now" minor={now} asset={asset} bare />,
  then === null || then === undefined ? '–' : <Amount key="then" minor={then} asset={asset} bare />,
]

export const totalRow = (key: string, name: string, figures: readonly ReactNode[]): Row => ({
  key,
  cells: [
    '',
    <strong key="n">{name}</strong>,
    ...figures.map((figure, index) => <strong key={index === 0 ? 'now' : 'then'}>{figure}</strong>),
  ],
})

function Sheet({ label, lines, sum, compared, to }: Table) {
  const { asset, opening, closing } = sum
  const then = (minor: string) => (compared ? minor : null)
  const part = (kind: string): Row[] =>
    lines
      .filter((line) => line.class === kind)
      .map((line) => ({
        key: line.key,
        cells: [...named(line, to), ...pair(asset, line.closing, then(line.opening))],
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

function Income({ label, lines, sum, to }: Table) {
  const { asset, moved, prior } = sum
  const part = (kind: string): Row[] =>
    lines
      .filter((line) => line.class === kind)
      .map((line) => ({
        key: line.key,
        cells: [...named(line, to), ...pair(asset, line.moved, line.prior)],
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

export const heads = (now: string, then: string) => [
  { title: words().code },
  { title: t.word.name },
  { title: now, end: true },
  { title: then, end: true },
]

export const named = (
  line: FinancialLine,
  to: ((line: FinancialLine) => string) | undefined,
): readonly ReactNode[] => [
  <code key="c" className={css.quiet}>
    {line.code}
  </code>,
  to ? (
    <Go key="n" to={to(line)} title={t.taxNotes[line.key] ?? line.tax}>
      {t.lineName(line)}
    </Go>
  ) : (
    <span key="n">{t.lineName(line)}</span>
  ),
]
