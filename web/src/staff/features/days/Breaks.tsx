// What chains and journal have without the other at the day's end, whatever its age, by kind. The close signs it as it
// stands: who closes a day with open breaks has seen them here.
import { Amount } from '../../ui/Amount.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Go } from '../../ui/Go.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Panel, Plain } from '../../ui/Page.tsx'
import { count } from '../../words/money.ts'
import { span } from '../../words/spans.ts'
import type { DayReport } from '../../api/endpoints.gen.ts'
import { t } from '../../texts/index.ts'
import own from './days.module.css'

const words = () => t.days.breaks

/** How many breaks a report has; nought of one that was signed before reports had them. */
export function breaksOf({ breaks = null }: DayReport): number {
  return (breaks?.kinds ?? []).reduce((sum, one) => sum + one.count, 0)
}

/** Nothing in a report that was signed before reports had it. `isOver` of a day that has its end behind it. */
export function Breaks({ report, isOver }: { report: DayReport; isOver: boolean }) {
  const { breaks = null, day } = report
  if (breaks === null) return null
  const {
    statement,
    journal,
    kinds,
    carried = null,
    oldest_ms: oldest = null,
    oldest_age_ms: age = null,
  } = breaks
  const many = breaksOf(report)
  return (
    <Panel
      title={words().title}
      aside={
        <Badge tone={many === 0 ? 'good' : 'warn'}>
          {many === 0 ? words().fits : words().open(count(many))}
        </Badge>
      }
      pad={false}
    >
      <p className={own.remark}>
        {(isOver ? words().sides : words().sidesNow)(count(statement.count), count(journal.count))}{' '}
        {carried !== null && carried.count > 0 && <>{words().carried(count(carried.count))} </>}
        {oldest !== null && age !== null && (
          <>
            {words().oldest} <Moment ms={oldest} zone />
            {t.clause}
            {span(age)}
            {t.stop}
          </>
        )}
      </p>
      <p className={own.remark} data-screen-only>
        <Go to={`/desks/reconciliation?from=${day}&to=${day}`}>{words().look}</Go>
      </p>
      {kinds.length > 0 && (
        <Plain
          label={words().title}
          head={[
            { title: words().kind },
            { title: words().count, end: true },
            { title: words().sum, end: true },
          ]}
          rows={kinds.map(({ of = null, count: lines, sum }) => ({
            key: of ?? '',
            cells: [
              t.reconciliation.kinds[of ?? ''] ?? of,
              count(lines),
              <Amount key="s" minor={sum} asset="usdt" bare />,
            ],
          }))}
        />
      )}
    </Panel>
  )
}
