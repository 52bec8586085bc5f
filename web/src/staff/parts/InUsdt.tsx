// Balance sheet and income statement of all assets in USDT, each line beside its own asset's amount, at the rates that
// a closing stored. Sums are sums of the lines as written; what rounding leaves is a line.
import type { ReactNode } from 'react'
import type { FinancialLine, InUsdt as Valued, StoredRate, UsdtSums } from '../api/endpoints.gen.ts'
import { t } from '../texts/index.ts'
import { Amount } from '../ui/Amount.tsx'
import { Badge } from '../ui/Badge.tsx'
import css from '../ui/layout.module.css'
import { Columns, Panel, Plain } from '../ui/Page.tsx'
import { assets, symbols } from '../words/money.ts'
import { heads, named, pair, totalRow, type Row } from './Statements.tsx'
import { rateText } from './rateText.ts'

const words = () => t.inUsdt
const of = () => t.financials

type Props = {
  usdt: Valued
  list: readonly FinancialLine[]
  compared: boolean
  to?: (line: FinancialLine) => string
}

type Table = Props & { label: string }
type Column = 'opening' | 'moved' | 'closing' | 'prior'

export function InUsdt(props: Props) {
  const { usdt } = props
  return (
    <Columns min={520}>
      <Panel
        title={words().sheet}
        pad={false}
        aside={<Badge tone={usdt.holds ? 'good' : 'bad'}>{usdt.holds ? words().holds : words().off}</Badge>}
      >
        <Sheet label={words().sheet} {...props} />
      </Panel>
      <Panel title={words().income} pad={false}>
        <Income label={words().income} {...props} />
      </Panel>
    </Columns>
  )
}

/** The rates and how figures were made of them. */
export function Rates({ usdt: { month, rates } }: { usdt: Valued }) {
  const text = (rate: StoredRate) => `1 ${symbols[rate.asset] ?? rate.asset} = ${rateText(rate)}`
  const others = assets.flatMap((asset) => rates.filter((rate) => rate.asset === asset && asset !== 'usdt'))
  return <p className={css.quiet}>{words().rates(month, others.map(text).join('; '))}</p>
}

/** Lines of a class, asset by asset; those that stand for another asset's value are a group of their own. */
function rowsOf(
  { usdt, list, to }: Props,
  wanted: (line: FinancialLine) => boolean,
  now: Column,
  then: Column,
) {
  return assets.flatMap((asset) =>
    list
      .filter((line) => line.asset === asset && wanted(line))
      .flatMap((line): Row[] => {
        const own = usdt.lines.find(({ code }) => code === line.code)
        const figures = own && [own[now], own[then]].some((minor) => (minor ?? '0') !== '0')
        if (!figures && line[now] === '0') return []
        const shown = asset === 'usdt' ? '' : <Amount key="own" minor={line[now] ?? '0'} asset={asset} />
        return [
          {
            key: line.key,
            cells: [...named(line, to), shown, ...pair('usdt', own?.[now] ?? '0', own?.[then])],
          },
        ]
      }),
  )
}

const total = (key: keyof UsdtSums, name: string, now: UsdtSums, then: UsdtSums | null | undefined): Row =>
  totalRow(key, name, ['', ...pair('usdt', now[key], then?.[key])])

const columns = (now: string, then: string) => {
  const [code, name, ...figures] = heads(now, then)
  return [code, name, { title: words().own, end: true }, ...figures].filter((head) => head !== undefined)
}

const without = (props: Props, kind: string) => (line: FinancialLine) =>
  line.class === kind && !props.usdt.converted.includes(line.code)

function Sheet({ label, ...props }: Table) {
  const { closing, opening } = props.usdt
  const before = props.compared ? opening : null
  const rows = (kind: string) =>
    rowsOf(props, without(props, kind), 'closing', 'opening').map((row) => hidden(row, props.compared))
  return (
    <Plain
      label={label}
      head={columns(of().now, of().before)}
      rows={[
        ...rows('asset'),
        total('assets', of().total.assets, closing, before),
        ...rows('liability'),
        total('liabilities', of().total.liabilities, closing, before),
        ...rows('equity'),
        total('equity', of().total.equity, closing, before),
        plain('result', of().resultSoFar, closing, before),
        plain('rounding', words().rounding, closing, before),
      ]}
      foot={['', of().total.claims, '', ...pair('usdt', claims(closing), before && claims(before))]}
    />
  )
}

function Income({ label, ...props }: Table) {
  const { moved, prior = null } = props.usdt
  const rows = (wanted: (line: FinancialLine) => boolean) => rowsOf(props, wanted, 'moved', 'prior')
  const isConverted = ({ code }: FinancialLine) => props.usdt.converted.includes(code)
  return (
    <Plain
      label={label}
      head={columns(of().inPeriod, of().inPrior)}
      rows={[
        ...rows(without(props, 'income')),
        total('income', of().total.income, moved, prior),
        ...rows(without(props, 'expense')),
        total('expenses', of().total.expenses, moved, prior),
        ...rows(isConverted),
        total('converted', words().converted, moved, prior),
      ]}
      foot={['', of().total.result, '', ...pair('usdt', moved.result, prior?.result)]}
    />
  )
}

/** A row without the column that there is nothing to compare with. */
const hidden = (row: Row, compared: boolean): Row =>
  compared ? row : { ...row, cells: [...row.cells.slice(0, -1), '–' as ReactNode] }

const plain = (key: 'result' | 'rounding', name: string, now: UsdtSums, then: UsdtSums | null): Row => ({
  key,
  cells: ['', name, '', ...pair('usdt', now[key], then?.[key])],
})

const claims = ({ liabilities, equity, result, rounding }: UsdtSums) =>
  [liabilities, equity, result, rounding].reduce((sum, part) => sum + BigInt(part), 0n).toString()
