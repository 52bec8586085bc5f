// Payments on the chain that no order explains. Giving one to an order or to a player moves money, so a second person
// has to agree.
import { useEffect, useState } from 'react'
import { useCan } from '../../api/store.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { FilterBar, rangeKeys, useFilters } from '../../ui/Filters.tsx'
import { Go } from '../../ui/Go.tsx'
import { Id } from '../../ui/Id.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Facts, Page, Panel } from '../../ui/Page.tsx'
import { Empty } from '../../ui/states.tsx'
import { usePages } from '../../ui/usePages.ts'
import {
  useTopupsProposeAssignMutation,
  useTopupsProposeReturnMutation,
  useTopupsUnmatchedPagesInfiniteQuery,
  type StaffPayment,
} from '../../api/endpoints.gen.ts'
import { AsOf } from '../../parts/AsOf.tsx'
import { useFresh } from '../../parts/useFresh.ts'
import { ActionDialog } from '../../parts/ActionDialog.tsx'
import { Sums } from '../../parts/Sums.tsx'
import { useNotice } from '../../ui/useNotice.tsx'
import { Split } from '../../ui/Split.tsx'
import { ExportList } from '../../parts/ExportList.tsx'
import { t } from '../../texts/index.ts'
import css from '../../ui/layout.module.css'
import { ReceiverField, receiverOf, type Receiver } from './ReceiverField.tsx'

const words = () => t.topups

const columns: readonly Column<StaffPayment>[] = [
  { key: 'when', title: () => words().when, width: 160, cell: ({ seen_ms }) => <Moment ms={seen_ms} /> },
  {
    key: 'amount',
    title: () => words().amount,
    width: 142,
    align: 'end',
    cell: ({ amount, asset }) => <Amount minor={amount} asset={asset} />,
  },
  {
    key: 'comment',
    title: () => words().comment,
    width: 140,
    grow: true,
    cell: ({ comment }) => comment ?? <span className={css.quiet}>{words().noComment}</span>,
  },
  { key: 'from', title: () => words().from, width: 138, cell: ({ sender }) => <Id value={sender} /> },
  { key: 'tx', title: () => words().tx, width: 138, cell: ({ tx }) => <Id value={tx} /> },
]
/** Beside an open payment, which names its transaction. */
const few = columns.filter(({ key }) => key !== 'tx')

export default function TopupsScreen() {
  const [{ open, ...range }, set] = useFilters(['open', ...rangeKeys])
  const pages = usePages(useFresh(useTopupsUnmatchedPagesInfiniteQuery({ ...range, sums: true })))
  const { rows, more, state, loadMore } = pages
  const [done, say] = useNotice()
  const payment = rows.find(({ tx }) => tx === open)
  // An address may name a payment of any page.
  const isSought = open !== undefined && !payment && more && state === 'ready'
  useEffect(() => {
    if (isSought) loadMore()
  }, [isSought, loadMore])
  return (
    <Page
      title={words().title}
      sub={words().sub}
      fill
      actions={
        <>
          <AsOf at={pages.first?.at} />
          <ExportList list="topups/unmatched" body={range} />
        </>
      }
    >
      <FilterBar filters={[]} range values={range} onChange={set} />
      <Sums of={pages.first} />
      {done}
      <Split
        list={
          <DataTable
            name="topups"
            label={words().title}
            columns={payment ? few : columns}
            rows={rows}
            pages={pages}
            rowKey={({ tx }) => tx}
            onOpen={({ tx }) => set({ open: tx })}
            openKey={open ?? null}
            empty={
              <Empty title={words().none}>
                <p>{words().noneText}</p>
              </Empty>
            }
          />
        }
        aside={
          payment ? <Payment key={payment.tx} payment={payment} onDone={() => say(words().proposed)} /> : null
        }
      />
    </Page>
  )
}

function Payment({ payment, onDone }: { payment: StaffPayment; onDone: () => void }) {
  const [to, setTo] = useState<Receiver | null>(() => receiverOf('order', payment.comment ?? ''))
  const [asking, setAsking] = useState<'assign' | 'back' | null>(null)
  const [propose] = useTopupsProposeAssignMutation()
  const [proposeBack] = useTopupsProposeReturnMutation()
  const mayPropose = useCan('topups.propose_assign')
  const maySendBack = useCan('topups.propose_return')
  const close = () => setAsking(null)
  const done = () => {
    close()
    onDone()
  }
  return (
    <Panel title={<Amount minor={payment.amount} asset={payment.asset} />}>
      <div className={css.stack}>
        <Facts
          facts={[
            [words().when, <Moment key="at" ms={payment.seen_ms} zone />],
            [words().comment, payment.comment ?? words().noComment],
            [words().from, <Id key="from" value={payment.sender} whole />],
            [words().tx, <Id key="tx" value={payment.tx} />],
          ]}
        />
        <p>
          <Go to={`/players?q=${encodeURIComponent(payment.sender)}`}>{words().search}</Go>
        </p>
        {mayPropose && (
          <>
            <ReceiverField comment={payment.comment ?? ''} onChange={setTo} />
            <div className={css.actions}>
              <Button look="main" disabled={to === null} onClick={() => setAsking('assign')}>
                {words().propose}
              </Button>
            </div>
          </>
        )}
        {maySendBack && (
          <div className={css.actions}>
            <Button onClick={() => setAsking('back')}>{words().back}</Button>
          </div>
        )}
      </div>
      {asking === 'back' && (
        <ActionDialog
          title={words().proposeBack}
          label={words().proposeBack}
          act={(reason) => proposeBack({ tx: payment.tx, reason })}
          onClose={close}
          onDone={done}
        >
          <p>
            <Amount minor={payment.amount} asset={payment.asset} /> → <Id value={payment.sender} whole />
          </p>
          <p>{words().backText}</p>
          <p className={css.warn}>{words().backWarning}</p>
        </ActionDialog>
      )}
      {asking === 'assign' && to && (
        <ActionDialog
          title={words().propose}
          label={words().propose}
          act={(reason) => propose({ tx: payment.tx, ...to, reason })}
          onClose={close}
          onDone={done}
        >
          <p>
            <Amount minor={payment.amount} asset={payment.asset} /> →{' '}
            {'player' in to ? (
              <Id value={to.player} whole to={`/players/${to.player}`} />
            ) : (
              <code>{to.order_no}</code>
            )}
          </p>
          {'player' in to && <p>{words().playerText}</p>}
          <p className={css.quiet}>{words().second}</p>
        </ActionDialog>
      )}
    </Panel>
  )
}
