// What waits for a person: how much of each kind, what it comes to, and since when. Whoever may not read a list does
// not see its line.
import { skipToken } from '@reduxjs/toolkit/query/react'
import {
  useKycListQuery,
  useProposalsListPagesInfiniteQuery,
  useTopupsUnmatchedQuery,
  useWithdrawalsListPagesInfiniteQuery,
  type StaffCheck,
  type StaffPayment,
} from '../../api/endpoints.gen.ts'
import { useCan } from '../../api/store.ts'
import { t } from '../../texts/index.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Go } from '../../ui/Go.tsx'
import { Panel, Plain } from '../../ui/Page.tsx'
import { usePages, useWholeList, type Pages } from '../../ui/usePages.ts'
import { count, sumOf } from '../../words/money.ts'
import { sinceNow } from '../../words/spans.ts'

const words = () => t.overview.queues

/** Between two looks: the money screens beside it are asked for more often. */
const looking = { pollingInterval: 15_000, skipPollingIfUnfocused: true }

type Queue = { name: string; to: string; waits: string; usdt: string | null; oldestMs: number | null }

/** One line of a list; `at` is when a row began to wait, `usdt` what it is worth. */
function queueOf<Row>(
  name: string,
  to: string,
  { rows, total, more, state }: Pages<Row>,
  at: (row: Row) => number,
  usdt?: (row: Row) => string,
): Queue {
  // A queue that is not known is not empty.
  if (state !== 'ready' && rows.length === 0)
    return { name, to, waits: state === 'failed' ? t.loadFailed : '…', usdt: null, oldestMs: null }
  const whole = total === null || total === rows.length
  return {
    name,
    to,
    waits: count(Math.max(total ?? 0, rows.length)) + (more && total === null ? '+' : ''),
    // A sum of a part of the queue is no sum of the queue.
    usdt: usdt && whole && !more ? sumOf(rows.map(usdt)) : null,
    oldestMs: rows.length === 0 || more || !whole ? null : Math.min(...rows.map(at)),
  }
}

/** The queues that this person may look at. */
function useQueues(): Queue[] {
  const [sees, seesPayments, seesProposals, seesChecks] = [
    useCan('withdrawals.list'),
    useCan('topups.unmatched'),
    useCan('proposals.list'),
    useCan('kyc.list'),
  ]
  const withdrawals = usePages(
    useWithdrawalsListPagesInfiniteQuery(sees ? { state: 'review' } : skipToken, looking),
  )
  const payments = useWholeList<StaffPayment>(useTopupsUnmatchedQuery(seesPayments ? {} : skipToken, looking))
  const proposals = usePages(
    useProposalsListPagesInfiniteQuery(seesProposals ? { state: 'waiting', kind: null } : skipToken, looking),
  )
  const checks = useWholeList<StaffCheck>(useKycListQuery(seesChecks ? {} : skipToken, looking))
  return [
    sees &&
      queueOf(
        words().withdrawals,
        '/desks/withdrawals',
        withdrawals,
        ({ requested_ms }) => requested_ms,
        ({ amount }) => amount,
      ),
    seesPayments &&
      queueOf(
        words().payments,
        '/desks/topups',
        payments,
        ({ seen_ms }) => seen_ms,
        ({ amount }) => amount,
      ),
    seesProposals && queueOf(words().proposals, '/desks/proposals', proposals, ({ at_ms }) => at_ms),
    seesChecks && queueOf(words().checks, '/desks/kyc', checks, ({ submitted_ms }) => submitted_ms),
  ].filter((queue) => queue !== false)
}

/** Nothing for whoever may look at none. */
export function Queues() {
  const queues = useQueues()
  if (queues.length === 0) return null
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
        rows={queues.map(({ name, to, waits, usdt, oldestMs }) => ({
          key: to,
          cells: [
            <Go key="n" to={to}>
              {name}
            </Go>,
            waits,
            usdt === null ? '–' : <Amount key="u" minor={usdt} asset="usdt" />,
            oldestMs === null ? '–' : sinceNow(oldestMs).away,
          ],
        }))}
      />
    </Panel>
  )
}
