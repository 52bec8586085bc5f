// Withdrawals that wait for a person. What is approved is bound to the digest of exactly these terms; above the limit
// two different people say yes. Keys: j and k move, Enter opens, a approves, r rejects.
import { useMemo, useState } from 'react'
import { useCan, useStaff } from '../../api/store.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { useChosen } from '../../ui/useChosen.tsx'
import { FilterBar, rangeKeys, useFilters } from '../../ui/Filters.tsx'
import { Id } from '../../ui/Id.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Facts, Page, Panel } from '../../ui/Page.tsx'
import { QueryState, Empty } from '../../ui/states.tsx'
import { usePages } from '../../ui/usePages.ts'
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
import { AsOf } from '../../parts/AsOf.tsx'
import { useFresh } from '../../parts/useFresh.ts'
import { ActionDialog } from '../../parts/ActionDialog.tsx'
import { BulkBar } from '../../parts/BulkBar.tsx'
import { Found } from '../../parts/Found.tsx'
import { rowsOf, Sums } from '../../parts/Sums.tsx'
import { Differs } from '../../parts/Signatures.tsx'
import { withdrawalSubject } from '../../verifier/subject.ts'
import { useNotice } from '../../ui/useNotice.tsx'
import { Split } from '../../ui/Split.tsx'
import { useActionKeys } from '../../parts/useActionKeys.ts'
import { ExportList } from '../../parts/ExportList.tsx'
import { t } from '../../texts/index.ts'
import css from '../../ui/layout.module.css'
import { ApproveMany, RejectMany } from './Bulk.tsx'
import { columnsOf, isHistory, tones } from './columns.tsx'
import { Evidence } from './Evidence.tsx'
import { codeWords } from '../../words/codes.ts'
import { amountText } from '../../words/money.ts'

const words = () => t.withdrawals
const states = ['review', 'approved', 'sent', 'broadcast', 'confirmed', 'failed', 'rejected'] as const

const keyOf = ({ withdrawal }: StaffWithdrawal) => withdrawal
const nameOf = ({ amount }: StaffWithdrawal) => `${amountText(amount, 'usdt')} USDT`

export default function WithdrawalsScreen() {
  const [{ state = 'review', open, ...range }, set] = useFilters(['state', 'open', ...rangeKeys])
  const asked = { state: state === 'under_way' ? null : state, ...range }
  const pages = usePages(useFresh(useWithdrawalsListPagesInfiniteQuery({ ...asked, sums: true })))
  const [done, say] = useNotice()
  const [rail, setRail] = useState(false)
  const [many, setMany] = useState<'approve' | 'reject' | null>(null)
  const chosen = useChosen({ rows: pages.rows, rowKey: keyOf, nameOf })
  const [mayApprove, mayReject] = [useCan('withdrawals.approve'), useCan('withdrawals.reject')]
  const mayChoose = state === 'review' && (mayApprove || mayReject)
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
        <>
          <AsOf at={pages.first?.at} />
          <ExportList list="withdrawals/list" body={asked} />
          {mayPause && (
            <Button look={paused === null ? 'danger' : 'plain'} onClick={() => setRail(true)}>
              {paused === null ? words().pause : words().resume}
            </Button>
          )}
        </>
      }
    >
      {paused !== null && (
        <p className={css.warn} role="status">
          {words().paused} <Found finding={pages.first?.paused_finding} said={paused} />
        </p>
      )}
      <FilterBar
        filters={[
          {
            key: 'state',
            label: words().state,
            options: [
              ['under_way', words().underWay],
              ...states.map((each) => [each, codeWords(each)] as const),
              ['all', t.word.all],
            ],
          },
        ]}
        range
        values={{ state, ...range }}
        onChange={set}
      />
      <Sums of={pages.first} />
      {done}
      <BulkBar
        chosen={chosen}
        acts={[
          ...(mayApprove ? [{ label: words().approve, onPress: () => setMany('approve') }] : []),
          ...(mayReject ? [{ label: words().reject, danger: true, onPress: () => setMany('reject') }] : []),
        ]}
      />
      <Split
        list={
          <DataTable
            name={isHistory(state) ? 'withdrawals history' : 'withdrawals'}
            key={isHistory(state) ? 'history' : 'queue'}
            label={words().title}
            columns={[...(mayChoose ? [chosen.column] : []), ...columnsOf(state, Boolean(open))]}
            onMark={mayChoose ? chosen.toggle : undefined}
            pages={pages}
            rows={pages.rows}
            rowKey={keyOf}
            onOpen={({ withdrawal }) => set({ open: withdrawal })}
            openKey={open ?? null}
            total={rowsOf(pages.first)}
            empty={
              <Empty title={words().none}>
                <p>{words().noneText}</p>
              </Empty>
            }
          />
        }
        aside={open ? <Open key={open} id={open} onDone={next} /> : null}
      />
      {many === 'approve' && <ApproveMany rows={chosen.rows} onClose={() => setMany(null)} />}
      {many === 'reject' && <RejectMany rows={chosen.rows} onClose={() => setMany(null)} />}
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

function Open({ id, onDone }: { id: string; onDone: (text: string) => void }) {
  const query = useFresh(useWithdrawalsInfoQuery({ withdrawal: id }))
  return (
    <QueryState query={query} rows={12}>
      {(data) => <Shown data={data} onDone={onDone} />}
    </QueryState>
  )
}

/** When it ended, why it was not paid, and the transaction that was seen for it. */
function endOf({ ended_ms: endedMs = null, why = null, tx = null, order_no: order = null }: StaffWithdrawal) {
  return [
    ...(order === null ? [] : [[t.undo.refunds.mark, <Id key="order" value={order} whole />] as const]),
    ...(tx === null ? [] : [[words().tx, <Id key="tx" value={tx} whole />] as const]),
    ...(endedMs === null ? [] : [[words().ended, <Moment key="ended" ms={endedMs} zone />] as const]),
    ...(why === null ? [] : [[t.proposals.reason, why] as const]),
  ]
}

type Action = 'start' | 'approve' | 'reject' | 'flag'

function Shown({ data, onDone }: { data: WithdrawalsInfoData; onDone: (text: string) => void }) {
  const { withdrawal, digest } = data
  const [action, setAction] = useState<Action | null>(null)
  const subject = useMemo(() => withdrawalSubject(data), [data])
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
      aside={<Badge tone={tones[state] ?? 'plain'}>{codeWords(state)}</Badge>}
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
            ...endOf(withdrawal),
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
        <Differs subject={subject} />
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
        <Evidence data={data} subject={subject} />
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
              {words().approveText} <Amount minor={withdrawal.net} asset="usdt" /> → <code>{address}</code>
              {t.clause}
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
