// Cash flow of a period, and what corrections restate.
import type { PeriodReport, PeriodRestated } from '../../api/endpoints.gen.ts'
import { t } from '../../texts/index.ts'
import { Amount } from '../../ui/Amount.tsx'
import css from '../../ui/layout.module.css'
import { Panel, Plain } from '../../ui/Page.tsx'
import { sumOf, symbols } from '../../words/money.ts'
import own from './periods.module.css'

const words = () => t.periods

const code = (of: number) => (
  <code key="c" className={css.quiet}>
    {of}
  </code>
)

/** The line's name as the chart of the same report has it, in the language in force; an entry that closed at nothing is
 * not there. */
function nameOf({ code: of, name }: { code: number; name: string }, chart: PeriodReport['entries']): string {
  const entry = chart.find(({ code }) => code === of)
  return entry ? t.lineName(entry) : (t.entryNames[of] ?? name)
}

/** Custody by counter-entry: the sum is what it changed by. */
export function Cash({ report: { cash, entries } }: { report: PeriodReport }) {
  const hasPrior = cash.some(({ prior = null }) => prior !== null)
  const then = (prior: string | null) =>
    prior === null ? '–' : <Amount key="p" minor={prior} asset="usdt" signed bare />
  return (
    <Panel title={words().cash} pad={false}>
      <Plain
        label={words().cash}
        head={[
          { title: t.financials.code },
          { title: words().against },
          { title: words().inPeriod, end: true },
          { title: words().inPrior, end: true },
        ]}
        rows={cash.map((line) => ({
          key: String(line.code),
          cells: [
            code(line.code),
            nameOf(line, entries),
            <Amount key="a" minor={line.amount} asset="usdt" signed bare />,
            then(line.prior ?? null),
          ],
        }))}
        foot={[
          '',
          words().cashSum,
          <Amount key="a" minor={sumOf(cash.map(({ amount }) => amount))} asset="usdt" signed bare />,
          then(hasPrior ? sumOf(cash.map(({ prior }) => prior ?? '0')) : null),
        ]}
      />
    </Panel>
  )
}

/** Nothing is shown where nothing is restated. */
export function Restated({
  lines,
  chart,
  title,
  text,
}: {
  lines: readonly PeriodRestated[]
  chart: PeriodReport['entries']
  title: string
  text: string
}) {
  if (lines.length === 0) return null
  return (
    <Panel title={title} pad={false}>
      <p className={own.remark}>{text}</p>
      <Plain
        label={title}
        head={[
          { title: words().restates },
          { title: words().posted },
          { title: t.financials.code },
          { title: t.word.name },
          { title: t.days.asset },
          { title: t.word.amount, end: true },
        ]}
        rows={lines.map((line) => ({
          key: `${line.restates} ${line.posted} ${line.code}`,
          cells: [
            line.restates,
            line.posted,
            code(line.code),
            nameOf(line, chart),
            symbols[line.asset] ?? line.asset,
            <Amount key="a" minor={line.amount} asset={line.asset} signed bare />,
          ],
        }))}
      />
    </Panel>
  )
}
