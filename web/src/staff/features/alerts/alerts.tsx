// What somebody must look at now, the urgent ones first. An alert goes when its cause goes; seeing to it only says who.
import { useState } from 'react'
import { useCan } from '../../api/store.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { Go } from '../../ui/Go.tsx'
import { Id } from '../../ui/Id.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Page } from '../../ui/Page.tsx'
import { QueryState, Empty } from '../../ui/states.tsx'
import { useAlertsAcknowledgeMutation, useAlertsListQuery, type StaffAlert } from '../../api/endpoints.gen.ts'
import { ActionDialog } from '../../parts/ActionDialog.tsx'
import { measuredText, subjectText } from '../../words/alerts.ts'
import { useNotice } from '../../ui/useNotice.tsx'
import { ExportList } from '../../parts/ExportList.tsx'
import { t } from '../../texts/index.ts'
import css from '../../ui/layout.module.css'
import { Notifications } from './Notifications.tsx'

const words = () => t.alerts
/** Between two looks. */
const lookEveryMs = 15_000
/** The desk where an alert's cause is dealt with. */
const desks: Readonly<Record<string, string>> = {
  solvency: '/overview',
  rail_paused: '/desks/withdrawals',
  rail_difference: '/desks/days',
  rail_stale: '/desks/days',
  outgoing_unknown: '/desks/reconciliation',
  view_stopped: '/desks/views',
  view_behind: '/desks/views',
  kyc_backlog: '/desks/kyc',
  withdrawal_due: '/desks/withdrawals',
  topup_unmatched: '/desks/topups',
  seed_sealed: '/desks/views',
  staff_locked: '/desks/accounts',
  rtp_drift: '/overview',
  draw_drift: '/overview',
  wallet_low: '/desks/days',
  wallet_high: '/desks/days',
  error_rate: '/registers?register=refused',
}

/** An alert with what can be done about it. */
type Row = StaffAlert & { onSee: (() => void) | null }

const columns: readonly Column<Row>[] = [
  {
    key: 'severity',
    title: () => words().severity,
    width: 100,
    cell: ({ severity }) => (
      <Badge tone={severity === 'high' ? 'bad' : 'warn'}>{words().severities[severity] ?? severity}</Badge>
    ),
  },
  {
    key: 'kind',
    title: () => words().kind,
    width: 172,
    cell: ({ kind }) =>
      desks[kind] ? <Go to={desks[kind]}>{words().kinds[kind] ?? kind}</Go> : (words().kinds[kind] ?? kind),
  },
  {
    key: 'subject',
    title: () => words().subject,
    width: 120,
    grow: true,
    cell: (alert) => subjectText(alert) ?? <Id value={alert.subject} />,
  },
  {
    key: 'value',
    title: () => words().value,
    width: 214,
    cell: ({ value }) => <strong title={measuredText(value)}>{measuredText(value)}</strong>,
  },
  {
    key: 'bound',
    title: () => words().bound,
    width: 190,
    cell: ({ bound }) => <span title={measuredText(bound)}>{measuredText(bound)}</span>,
  },
  {
    key: 'since',
    title: () => words().since,
    width: 160,
    cell: ({ since_ms = null }) => (since_ms === null ? '–' : <Moment ms={since_ms} />),
  },
  {
    key: 'who',
    title: () => words().who,
    width: 130,
    cell: ({ acknowledged_by, onSee }) =>
      acknowledged_by ??
      (onSee ? (
        <Button look="quiet" onClick={onSee}>
          {words().see}
        </Button>
      ) : (
        words().nobody
      )),
  },
]

export default function AlertsScreen() {
  const query = useAlertsListQuery(undefined, { pollingInterval: lookEveryMs, skipPollingIfUnfocused: true })
  const [seeing, setSeeing] = useState<StaffAlert | null>(null)
  const [acknowledge] = useAlertsAcknowledgeMutation()
  const [done, say] = useNotice()
  const [may, notifies] = [useCan('alerts.acknowledge'), useCan('notifications.list')]
  return (
    <Page title={words().title} sub={words().sub} fill actions={<ExportList list="alerts/list" />}>
      {done}
      <QueryState query={query}>
        {({ list }) => (
          <DataTable
            name="alerts"
            label={words().title}
            columns={columns}
            rows={list.map((alert): Row => ({ ...alert, onSee: may ? () => setSeeing(alert) : null }))}
            rowKey={({ alert }) => alert}
            total={list.length}
            empty={
              <Empty title={words().none}>
                <p>{words().noneText}</p>
              </Empty>
            }
          />
        )}
      </QueryState>
      {notifies && <Notifications />}
      {seeing && (
        <ActionDialog
          title={words().see}
          label={words().see}
          act={(reason) => acknowledge({ alert: seeing.alert, reason })}
          onClose={() => setSeeing(null)}
          onDone={() => {
            setSeeing(null)
            say(words().seen)
          }}
        >
          <p>
            {words().kinds[seeing.kind] ?? seeing.kind}
            {t.colon}
            {subjectText(seeing) ?? seeing.subject}
          </p>
          <p className={css.quiet}>{words().seeText}</p>
        </ActionDialog>
      )}
    </Page>
  )
}
