// Payments of a player's top-ups of which coupons are unspent, and giving them back to whoever sent them.
import { useState } from 'react'
import {
  useTopupsProposeRefundMutation,
  useTopupsRefundableQuery,
  type StaffRefundable,
} from '../../api/endpoints.gen.ts'
import { useCan, useWritable } from '../../api/store.ts'
import { AsOf, ShowsNow } from '../../parts/AsOf.tsx'
import { UndoDialog, useUndo } from '../../parts/Undo.tsx'
import { useFresh } from '../../parts/useFresh.ts'
import { t } from '../../texts/index.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { TextField } from '../../ui/Field.tsx'
import { Id } from '../../ui/Id.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Facts } from '../../ui/Page.tsx'
import { Empty, QueryState } from '../../ui/states.tsx'
import { amountText, minorOf } from '../../words/money.ts'

const words = () => t.undo.refunds

/** A line with what can be done to it. */
type Row = StaffRefundable & { onRefund: (() => void) | null }

const columns: readonly Column<Row>[] = [
  { key: 'order', title: () => words().order, width: 190, cell: ({ order_no }) => <Id value={order_no} /> },
  { key: 'payment', title: () => words().payment, width: 150, cell: ({ tx }) => <Id value={tx} /> },
  {
    key: 'unspent',
    title: () => words().unspent,
    width: 160,
    align: 'end',
    cell: ({ unspent }) => <Amount minor={unspent} asset="coupon" />,
  },
  {
    key: 'credited',
    title: () => words().credited,
    width: 162,
    cell: ({ credited_ms }) => <Moment ms={credited_ms} />,
  },
  { key: 'until', title: () => words().until, width: 162, cell: ({ until_ms }) => <Moment ms={until_ms} /> },
  {
    key: 'payer',
    title: () => words().payer,
    width: 150,
    grow: true,
    cell: ({ payer = null }) => (payer === null ? words().unknown : <Id value={payer} />),
  },
  {
    key: 'act',
    title: () => words().act,
    width: 110,
    cell: ({ onRefund }) =>
      onRefund && (
        <Button look="quiet" onClick={onRefund}>
          {words().refund}
        </Button>
      ),
  },
]
/** For whoever only looks. */
const read = columns.filter(({ key }) => key !== 'act')

export function PlayerTopups({ player }: { player: string }) {
  const query = useFresh(useTopupsRefundableQuery({ player }))
  const { asking, ask, ends, note } = useUndo<StaffRefundable>()
  const writable = useWritable()
  const mayRefund = useCan('topups.propose_refund') && writable
  return (
    <>
      <ShowsNow />
      <AsOf at={query.currentData?.at} />
      {note}
      <QueryState query={query} rows={3}>
        {({ list }) => (
          <DataTable
            name="player topups"
            label={words().title}
            columns={mayRefund ? columns : read}
            rows={list.map((topup) => ({
              ...topup,
              onRefund: mayRefund && topup.payer ? () => ask(topup) : null,
            }))}
            rowKey={keyOf}
            empty={
              <Empty title={words().none}>
                <p>{words().noneText}</p>
              </Empty>
            }
          />
        )}
      </QueryState>
      {asking && <Refund key={keyOf(asking)} player={player} topup={asking} ends={ends} />}
    </>
  )
}

type RefundProps = {
  player: string
  topup: StaffRefundable
  ends: ReturnType<typeof useUndo<StaffRefundable>>['ends']
}

/** Asks how many of the coupons go back: all that are unspent, unless fewer are written. */
function Refund({ player, topup, ends }: RefundProps) {
  const { order_no, tx, lt, unspent, payer = null, until_ms: untilMs } = topup
  const whole = amountText(unspent, 'coupon')
  const [amount, setAmount] = useState(plain(unspent))
  const [propose] = useTopupsProposeRefundMutation()
  const minor = minorOf(amount, 'coupon')
  const fits = minor !== null && BigInt(minor) > 0n && BigInt(minor) <= BigInt(unspent)
  return (
    <UndoDialog
      title={words().refundTitle}
      missing={fits ? null : words().bad}
      act={(why) => propose({ player, order_no, tx, lt, amount: minor ?? '', ...why })}
      {...ends}
    >
      <p>{words().text}</p>
      <Facts
        facts={[
          [words().order, <Id key="order" value={order_no} whole />],
          [words().payment, <Id key="payment" value={tx} whole />],
          [words().payer, <Id key="payer" value={payer ?? ''} whole />],
          [words().until, <Moment key="until" ms={untilMs} zone />],
        ]}
      />
      <TextField
        label={words().amount}
        hint={words().most(whole)}
        value={amount}
        onChange={setAmount}
        inputMode="decimal"
        error={fits ? null : words().bad}
      />
    </UndoDialog>
  )
}

/** Which payment a line is of: an order may have several, and so may a transaction. */
const keyOf = ({ tx, lt }: StaffRefundable) => `${tx}:${lt}`

/** Minor units as somebody would write them: without zeros that say nothing. */
function plain(minor: string): string {
  const digits = minor.padStart(7, '0')
  const decimals = digits.slice(-6).replace(/0+$/, '')
  return digits.slice(0, -6) + (decimals && `.${decimals}`)
}
