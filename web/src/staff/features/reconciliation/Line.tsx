// One break or pair: what it means, both sides, and the ways on: to the event, the withdrawal, the payment.
import type { JournalSide, ReconciledLine, StatementSide } from '../../api/endpoints.gen.ts'
import { t } from '../../texts/index.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Go } from '../../ui/Go.tsx'
import { Id } from '../../ui/Id.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Facts, Panel } from '../../ui/Page.tsx'
import { typeWords } from '../../words/events.ts'
import css from '../../ui/layout.module.css'

const words = () => t.reconciliation
const isWithdrawal = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

export function Line({ line, isBreak }: { line: ReconciledLine; isBreak: boolean }) {
  const names = isBreak ? words().kinds : words().rules
  return (
    <div className={css.stack}>
      <Panel
        title={<span className={css.fact}>{names[line.kind] ?? line.kind}</span>}
        aside={<Amount minor={line.amount} asset="usdt" signed />}
      >
        <div className={css.stack}>
          {isBreak && <p className={css.sentence}>{words().meanings[line.kind]}</p>}
          <Ways line={line} />
        </div>
      </Panel>
      {line.statement.length === 0 && <Absent title={words().statement} />}
      {line.statement.map((side) => (
        <Stated key={side.number} side={side} />
      ))}
      {line.journal.length === 0 && <Absent title={words().journal} />}
      {line.journal.map((side) => (
        <Booked key={`${side.partition}/${side.position}`} side={side} />
      ))}
    </div>
  )
}

function Ways({ line: { statement, journal, amount } }: { line: ReconciledLine }) {
  const named = [...statement, ...journal].map(({ reference = null }) => reference ?? '').find(isWithdrawal)
  const [line] = statement
  const isPayment = line !== undefined && journal.length === 0 && !amount.startsWith('-')
  return (
    <p className={css.inline}>
      {journal.map(({ partition, position }) => (
        <Go key={`${partition}/${position}`} to={`/events/${partition}/${position}`}>
          {words().toEvent}
        </Go>
      ))}
      {named && <Go to={`/desks/withdrawals?open=${named}`}>{words().toWithdrawal}</Go>}
      {isPayment && (
        <Go to={`/desks/topups?open=${encodeURIComponent(line.transaction)}`}>{words().toPayment}</Go>
      )}
      <Go to="/entries?account=h:usdt_custody">{words().toCustody}</Go>
    </p>
  )
}

function Absent({ title }: { title: string }) {
  return (
    <Panel title={title}>
      <p className={css.quiet}>{words().absent}</p>
    </Panel>
  )
}

function Stated({ side }: { side: StatementSide }) {
  return (
    <Panel
      title={words().statementLine(String(side.number))}
      aside={<Amount minor={side.amount} asset="usdt" signed bare />}
    >
      <Facts
        facts={[
          [words().when, <Moment key="m" ms={side.at_ms} zone />],
          [words().tx, <Id key="t" value={side.transaction} whole />],
          [words().reference, side.reference ?? '–'],
          [words().asset, side.asset],
        ]}
      />
    </Panel>
  )
}

function Booked({ side }: { side: JournalSide }) {
  return (
    <Panel title={words().journalLine} aside={<Amount minor={side.amount} asset="usdt" signed bare />}>
      <Facts
        facts={[
          [words().when, <Moment key="m" ms={side.at_ms} zone />],
          [
            t.word.event,
            <Go key="e" to={`/events/${side.partition}/${side.position}`}>
              {typeWords(side.event)}
            </Go>,
          ],
          ...side.transactions.map((tx) => [words().tx, <Id key={tx} value={tx} whole />] as const),
          [words().reference, side.reference ?? '–'],
        ]}
      />
    </Panel>
  )
}
