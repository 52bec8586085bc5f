// Columns of withdrawals: a queue says how long a promise still holds, a history what became of each.
import { codeWords, listed } from '../../words/codes.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import type { Column } from '../../ui/DataTable.tsx'
import { Id } from '../../ui/Id.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { useNow } from '../../ui/useNow.ts'
import type { StaffWithdrawal } from '../../api/endpoints.gen.ts'
import { span } from '../../words/spans.ts'
import { t } from '../../texts/index.ts'
import css from '../../ui/layout.module.css'

const words = () => t.withdrawals
/** Colours of states. */
export const tones: Readonly<Record<string, Tone>> = {
  review: 'warn',
  approved: 'accent',
  sent: 'accent',
  broadcast: 'accent',
  confirmed: 'good',
  failed: 'bad',
  rejected: 'bad',
}

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
      mismatch ? <Badge tone="bad">{words().mismatch}</Badge> : listed(flags.map(codeWords)),
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
    cell: ({ state }) => <Badge tone={tones[state] ?? 'plain'}>{codeWords(state)}</Badge>,
  },
]
/** What became of each: when, by whose word, in which transaction. */
const history: readonly Column<StaffWithdrawal>[] = [
  {
    key: 'asked',
    title: () => words().asked,
    width: 160,
    cell: ({ requested_ms }) => <Moment ms={requested_ms} />,
  },
  ...columns.filter(({ key }) => ['amount', 'player', 'state'].includes(key)),
  {
    key: 'ended',
    title: () => words().ended,
    width: 160,
    cell: ({ ended_ms = null }) => (ended_ms === null ? '–' : <Moment ms={ended_ms} />),
  },
  {
    key: 'by',
    title: () => words().by,
    width: 110,
    grow: true,
    cell: ({ approved_by, why = null, order_no = null }) =>
      [order_no === null ? null : t.undo.refunds.mark, why ?? (approved_by.join(', ') || '–')]
        .filter(Boolean)
        .join(': '),
  },
  {
    key: 'tx',
    title: () => words().tx,
    width: 138,
    cell: ({ tx = null }) => (tx === null ? '–' : <Id value={tx} />),
  },
]
/** Beside an open request, which says the rest. */
const few = columns.filter(({ key }) => key !== 'state')
const fewOfHistory = history.filter(({ key }) => ['asked', 'amount', 'state'].includes(key))

/** Columns of the queue, or of the history, beside an open withdrawal or alone. */
export function columnsOf(state: string, isOpen: boolean): readonly Column<StaffWithdrawal>[] {
  if (isHistory(state)) return isOpen ? fewOfHistory : history
  return isOpen ? few : columns
}

/** Whether a filter asks for what is over too. */
export const isHistory = (state: string) => ['all', 'confirmed', 'failed', 'rejected'].includes(state)

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
