// What waits for a person: how much of each kind, what it comes to, and since when. The server counts each list whole,
// at one moment; alerts are counted here. Whoever may not read a list does not see its line.
import { skipToken } from '@reduxjs/toolkit/query/react'
import { useAlertsListQuery, useOverviewQueuesQuery, type WorkQueue } from '../../api/endpoints.gen.ts'
import { useCan } from '../../api/store.ts'
import { AsOf } from '../../parts/AsOf.tsx'
import { useFresh } from '../../parts/useFresh.ts'
import { t } from '../../texts/index.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Go } from '../../ui/Go.tsx'
import { Panel, Plain } from '../../ui/Page.tsx'
import { count } from '../../words/money.ts'
import { sinceNow } from '../../words/spans.ts'
import { alertQueues, type AlertQueue } from './alertQueues.ts'
import own from './overview.module.css'

const words = () => t.overview.queues

/** Where the work of a queue is done. */
const desks: Readonly<Record<string, string>> = {
  withdrawals: '/desks/withdrawals?state=review',
  payments: '/desks/topups',
  proposals: '/desks/proposals',
  checks: '/desks/kyc',
  cases: '/desks/cases',
}

/** Nothing for whoever may look at none. */
export function Queues() {
  const [sees, seesAlerts] = [useCan('overview.queues'), useCan('alerts.list')]
  const { currentData: data, isError } = useFresh(useOverviewQueuesQuery(sees ? undefined : skipToken))
  const { currentData: alerts } = useFresh(useAlertsListQuery(seesAlerts ? undefined : skipToken))
  if (!sees) return null
  return (
    <Panel title={words().title} pad={false}>
      <Plain
        label={words().title}
        head={[
          { title: words().queue },
          { title: words().waits, end: true },
          { title: t.word.amount, end: true },
          { title: words().oldest, end: true },
        ]}
        rows={[
          ...(alerts ? alertQueues(alerts.list).map(alertRow) : []),
          ...(data?.list ?? []).map((queue) =>
            row(queue.name, words().names[queue.name] ?? queue.name, desks[queue.name] ?? '/overview', queue),
          ),
        ]}
      />
      {/* A queue that is not known is not empty. */}
      <p className={own.foot}>{data ? <AsOf at={data.at} /> : isError ? t.loadFailed : t.loading}</p>
    </Panel>
  )
}

function alertRow(queue: AlertQueue) {
  const { kind } = queue
  return kind === null
    ? row('alerts', words().alerts, '/desks/alerts', queue)
    : row(`alerts ${kind}`, words().alertsOf(t.alerts.kinds[kind] ?? kind), '/desks/alerts', queue)
}

/** `desk` is where the work is done. */
function row(key: string, title: string, desk: string, waiting: Omit<WorkQueue, 'name'>) {
  const { count: waits, amount = null, oldest_ms = null } = waiting
  return {
    key,
    cells: [
      <Go key="n" to={desk}>
        {title}
      </Go>,
      count(waits),
      amount === null ? '–' : <Amount key="u" minor={amount} asset="usdt" />,
      oldest_ms === null ? '–' : sinceNow(oldest_ms).away,
    ],
  }
}
