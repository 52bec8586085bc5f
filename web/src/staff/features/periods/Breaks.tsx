// What of custody had no other side when a period ended: part of what two people close. The lines themselves stand in a
// comparison of the period's last day.
import type { PeriodReport } from '../../api/endpoints.gen.ts'
import { t } from '../../texts/index.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Go } from '../../ui/Go.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Panel, Plain } from '../../ui/Page.tsx'
import { count, symbols } from '../../words/money.ts'
import { span } from '../../words/spans.ts'
import { lastDayOf } from './moments.ts'
import own from './periods.module.css'

const words = () => t.periods.breaks

/** Nothing for a closing of before they had it. */
export function Breaks({ report }: { report: PeriodReport }) {
  const { breaks = null } = report
  if (breaks === null) return null
  const { oldest_ms: oldest = null, oldest_age_ms: age = null } = breaks
  const day = lastDayOf(report.period)
  return (
    <Panel
      title={words().title}
      aside={
        <Badge tone={breaks.count === 0 ? 'good' : 'warn'}>
          {breaks.count === 0 ? t.days.breaks.fits : t.days.breaks.open(count(breaks.count))}
        </Badge>
      }
      pad={false}
    >
      <p className={own.remark}>
        {words().text}{' '}
        {oldest !== null && age !== null && (
          <>
            {t.days.breaks.oldest} <Moment ms={oldest} zone />
            {t.clause}
            {span(age)}
            {t.stop}
          </>
        )}
      </p>
      <p className={own.remark} data-screen-only>
        <Go to={`/desks/reconciliation?from=${day}&to=${day}`}>{t.days.breaks.look}</Go>
      </p>
      {breaks.count > 0 && (
        <Plain
          label={words().title}
          head={[
            { title: t.days.breaks.kind },
            { title: t.days.breaks.count, end: true },
            { title: t.days.breaks.sum, end: true },
          ]}
          rows={[
            ...breaks.kinds.map(({ of = null, count: lines, sum }) => ({
              key: of ?? '',
              cells: [
                t.reconciliation.kinds[of ?? ''] ?? of,
                count(lines),
                <Amount key="s" minor={sum} asset="usdt" bare />,
              ],
            })),
            ...breaks.assets.map(({ of = null, count: lines, sum }) => ({
              key: `all ${of}`,
              cells: [
                words().all(symbols[of ?? ''] ?? of ?? ''),
                count(lines),
                <Amount key="s" minor={sum} asset="usdt" bare />,
              ],
            })),
          ]}
        />
      )}
    </Panel>
  )
}
