// Withdrawals that wait for a person. What is approved is bound to the digest of exactly these terms; above the limit
// two different people say yes. Keys: j and k move, Enter opens, a approves, r rejects.
import { useState } from 'react'
import { useCan, useStaff } from '../../api/store.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { FilterBar, useFilters } from '../../ui/Filters.tsx'
import { Id } from '../../ui/Id.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Facts, Page, Panel } from '../../ui/Page.tsx'
import { QueryState, Empty } from '../../ui/states.tsx'
import { usePages } from '../../ui/usePages.ts'
import { span } from '../../words/time.ts'
import {
  useWithdrawalsListPagesInfiniteQuery,
  useWithdrawalsApproveMutation,
  useWithdrawalsFlagMutation,
  useWithdrawalsInfoQuery,
  useWithdrawalsPauseMutation,
  useWithdrawalsRejectMutation,
  useWithdrawalsResumeMutation,
  useWithdrawalsStartMutation,
  type StaffWithdrawal,
  type WithdrawalsDecided,
  type WithdrawalsInfoData,
} from '../../api/endpoints.gen.ts'
import { ActionDialog } from '../../parts/ActionDialog.tsx'
import { useNotice } from '../../ui/useNotice.tsx'
import { factWords } from '../../words/facts.ts'
import { Split } from '../../ui/Split.tsx'
import { useActionKeys } from '../../parts/useActionKeys.ts'
import { useNow } from '../../ui/useNow.ts'
import { t } from '../../texts/index.ts'
import css from '../../ui/layout.module.css'
import { Evidence } from './Evidence.tsx'

const words = () => t.withdrawals
const tones: Readonly<Record<string, Tone>> = {
  review: 'warn',
  approved: 'accent',
  sent: 'accent',
  broadcast: 'accent',
  confirmed: 'good',
  failed: 'bad',
  rejected: 'bad',
}
const states = ['review', 'approved', 'sent', 'broadcast'] as const
/** Payouts go on by themselves, so the desk looks again while somebody sits at it. */
const looking = { pollingInterval: 10_000, skipPollingIfUnfocused: true }
/** Less than this to the promised end and the clock is marked. */
const soonMs = 6 * 3_600_000

const columns: readonly Column<StaffWithdrawal>[] = [
  {
    key: 'clock',
    title: () => words().clock,
    width: 138,
    align: 'end',
    hint: () => words().clockHint,
    cell: (row) => <Clock row={row} />,
  },
  {
    key: 'amount',
    title: () => words().amount,
    width: 142,
    align: 'end',
    cell: ({ amount }) => <Amount minor={amount} asset="usdt" />,
  },
  {
    key: 'yes',
    title: () => words().approvals,
    width: 54,
    align: 'end',
    cell: ({ approved_by, needs_two }) => `${approved_by.length} / ${needs_two ? 2 : 1}`,
  },
  {
    key: 'flags',
    title: () => words().flags,
    width: 120,
    grow: true,
    cell: ({ flags, mismatch }) =>
      mismatch ? <Badge tone="bad">{words().mismatch}</Badge> : flags.map(factWords).join(', '),
  },
  {
    key: 'player',
    title: () => words().player,
    width: 136,
    cell: ({ player }) => <Id value={player} to={`/players/${player}`} />,
  },
  {
    key: 'state',
    title: () => words().state,
    width: 110,
    cell: ({ state }) => <Badge tone={tones[state] ?? 'plain'}>{state}</Badge>,
  },
]
/** Beside an open request, which says its state. */
const few = columns.filter(({ key }) => key !== 'state')

export default function WithdrawalsScreen() {
  const [{ state = 'review', open }, set] = useFilters(['state', 'open'])
  const pages = usePages(
    useWithdrawalsListPagesInfiniteQuery({ state: state === 'all' ? null : state }, looking),
  )
  const [done, say] = useNotice()
  const [rail, setRail] = useState(false)
  const [pause] = useWithdrawalsPauseMutation()
  const [resume] = useWithdrawalsResumeMutation()
  const paused = pages.first?.paused ?? null
  const mayPause = useCan(paused === null ? 'withdrawals.pause' : 'withdrawals.resume')
  const next = (text: string) => {
    const index = pages.rows.findIndex(({ withdrawal }) => withdrawal === open)
    const following = pages.rows[index + 1]
    set({ open: following?.withdrawal ?? null })
    say(text)
  }
  return (
    <Page
      title={words().title}
      sub={words().sub}
      fill
      actions={
        mayPause && (
          <Button look={paused === null ? 'danger' : 'plain'} onClick={() => setRail(true)}>
            {paused === null ? words().pause : words().resume}
          </Button>
        )
      }
    >
      {paused !== null && (
        <p className={css.warn} role="status">
          {words().paused} {paused}
        </p>
      )}
      <FilterBar
        filters={[
          {
            key: 'state',
            label: words().state,
            options: [...states.map((each) => [each, each] as const), ['all', t.word.all]],
          },
        ]}
        values={{ state }}
        onChange={set}
      />
      {done}
      <Split
        list={
          <DataTable
            name="withdrawals"
            label={words().title}
            columns={open ? few : columns}
            pages={pages}
            rows={pages.rows}
            rowKey={({ withdrawal }) => withdrawal}
            onOpen={({ withdrawal }) => set({ open: withdrawal })}
            openKey={open ?? null}
            empty={
              <Empty title={words().none}>
                <p>{words().noneText}</p>
              </Empty>
            }
          />
        }
        aside={open ? <Open key={open} id={open} onDone={next} /> : null}
      />
      {rail && (
        <ActionDialog
          title={paused === null ? words().pauseTitle : words().resumeTitle}
          label={paused === null ? words().pause : words().resume}
          danger={paused === null}
          act={(reason) => (paused === null ? pause : resume)({ reason })}
          onClose={() => setRail(false)}
          onDone={() => {
            setRail(false)
            say(paused === null ? words().isPaused : words().isResumed, paused === null ? 'warn' : 'good')
          }}
        >
          <p>{paused === null ? words().pauseText : words().resumeText}</p>
        </ActionDialog>
      )}
    </Page>
  )
}

/** How long until the promise is broken; a word where it is, since colour is not enough. */
function Clock({ row: { state, deadline_ms } }: { row: StaffWithdrawal }) {
  const leftMs = deadline_ms - useNow()
  if (state !== 'review') return <span className={css.quiet}>–</span>
  if (leftMs <= 0) return <Badge tone="bad">{words().late(span(leftMs))}</Badge>
  return leftMs < soonMs ? (
    <Badge tone="warn">{span(leftMs)}</Badge>
  ) : (
    <span className={css.nowrap}>{span(leftMs)}</span>
  )
}

function Open({ id, onDone }: { id: string; onDone: (text: string) => void }) {
  const query = useWithdrawalsInfoQuery({ withdrawal: id }, looking)
  return (
    <QueryState query={query} rows={12}>
      {(data) => <Shown data={data} onDone={onDone} />}
    </QueryState>
  )
}

type Action = 'start' | 'approve' | 'reject' | 'flag'

function Shown({ data, onDone }: { data: WithdrawalsInfoData; onDone: (text: string) => void }) {
  const { withdrawal, digest } = data
  const [action, setAction] = useState<Action | null>(null)
  const [start] = useWithdrawalsStartMutation()
  const [approve] = useWithdrawalsApproveMutation()
  const [reject] = useWithdrawalsRejectMutation()
  const [flag] = useWithdrawalsFlagMutation()
  const my = useStaff(({ session }) => session.me?.name ?? '')
  const [mayStart, mayApprove, mayReject, mayFlag] = [
    useCan('withdrawals.start'),
    useCan('withdrawals.approve'),
    useCan('withdrawals.reject'),
    useCan('withdrawals.flag'),
  ]
  const leads = useStaff(({ session }) => session.me?.roles.includes('finance_lead') ?? false)
  const { withdrawal: id, state, approved_by: approvedBy, amount, address } = withdrawal
  const needs = withdrawal.needs_two ? 2 : 1
  const reviewed = state === 'review'
  const mine = approvedBy.some((name) => name === my || name === `staff:${my}`)
  const last = approvedBy.length + 1 >= needs
  const why = mine
    ? words().mine
    : !mayApprove
      ? words().notYours
      : last && needs > 1 && !leads
        ? words().leads
        : null
  useActionKeys({
    a: reviewed && why === null ? () => setAction('approve') : null,
    r: reviewed && mayReject ? () => setAction('reject') : null,
  })
  const calls = {
    start: (reason: string) => start({ withdrawal: id, reason }),
    approve: (reason: string) => approve({ withdrawal: id, digest, reason }),
    reject: (reason: string) => reject({ withdrawal: id, reason }),
    flag: (reason: string) => flag({ withdrawal: id, reason }),
  }
  return (
    <Panel
      title={<Amount minor={amount} asset="usdt" />}
      aside={<Badge tone={tones[state] ?? 'plain'}>{state}</Badge>}
    >
      <div className={css.stack}>
        <Facts
          facts={[
            [
              words().player,
              <Id key="player" value={withdrawal.player} to={`/players/${withdrawal.player}`} />,
            ],
            [words().net, <Amount key="net" minor={withdrawal.net} asset="usdt" />],
            [words().fee, <Amount key="fee" minor={withdrawal.fee} asset="usdt" />],
            [words().address, <Id key="address" value={address} whole />],
            ...(withdrawal.comment ? [[words().comment, withdrawal.comment] as const] : []),
            [words().asked, <Moment key="at" ms={withdrawal.requested_ms} zone />],
            [words().due, <Moment key="due" ms={withdrawal.deadline_ms} zone />],
            [
              words().approvals,
              approvedBy.length === 0
                ? words().nobody(String(needs))
                : `${approvedBy.join(', ')} (${approvedBy.length} / ${needs})`,
            ],
            [words().digest, <Id key="digest" value={digest} />],
          ]}
        />
        {withdrawal.mismatch && <p className={css.fault}>{words().mismatchText}</p>}
        {reviewed && (
          <>
            {why !== null && <p className={css.warn}>{why}</p>}
            <div className={css.actions}>
              <Button
                look="main"
                disabled={why !== null}
                title={why ?? t.proposals.approveKey}
                onClick={() => setAction('approve')}
              >
                {last ? words().approve : words().first}
              </Button>
              {mayReject && (
                <Button look="danger" title={t.proposals.rejectKey} onClick={() => setAction('reject')}>
                  {words().reject}
                </Button>
              )}
              {mayStart && <Button onClick={() => setAction('start')}>{words().start}</Button>}
            </div>
          </>
        )}
        {state === 'approved' && mayFlag && (
          <div className={css.actions}>
            <Button look="danger" onClick={() => setAction('flag')}>
              {words().flag}
            </Button>
          </div>
        )}
        <Evidence data={data} />
      </div>
      {action && (
        <ActionDialog
          title={words().titles[action]}
          label={action === 'approve' && !last ? words().first : words().labels[action]}
          danger={action === 'reject' || action === 'flag'}
          act={calls[action]}
          onClose={() => setAction(null)}
          onDone={(result) => {
            setAction(null)
            onDone(
              action === 'approve' && (result as WithdrawalsDecided).waits
                ? words().firstDone
                : words().done[action],
            )
          }}
        >
          {action === 'approve' && (
            <p>
              {words().approveText} <Amount minor={withdrawal.net} asset="usdt" /> → <code>{address}</code>,{' '}
              {words().digest} <Id value={digest} />
            </p>
          )}
          {action === 'reject' && <p>{words().rejectText}</p>}
          {action === 'flag' && <p>{words().flagText}</p>}
          {action === 'start' && <p>{words().startText}</p>}
        </ActionDialog>
      )}
    </Panel>
  )
}
