// What a player asked to be paid, whatever became of it; each leads to its desk.
import { useWithdrawalsListPagesInfiniteQuery, type StaffWithdrawal } from '../../api/endpoints.gen.ts'
import { useFresh } from '../../parts/useFresh.ts'
import { AsOf, ShowsNow } from '../../parts/AsOf.tsx'
import { Sums } from '../../parts/Sums.tsx'
import { t } from '../../texts/index.ts'
import { Amount } from '../../ui/Amount.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { FilterBar, rangeKeys, useFilters } from '../../ui/Filters.tsx'
import { useGo } from '../../ui/Go.tsx'
import { Id } from '../../ui/Id.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Empty } from '../../ui/states.tsx'
import { usePages } from '../../ui/usePages.ts'
import { codeWords } from '../../words/codes.ts'

const words = () => t.withdrawals

const columns: readonly Column<StaffWithdrawal>[] = [
  {
    key: 'asked',
    title: () => words().asked,
    width: 162,
    cell: ({ requested_ms }) => <Moment ms={requested_ms} />,
  },
  {
    key: 'amount',
    title: () => t.word.amount,
    width: 160,
    align: 'end',
    cell: ({ amount, asset }) => <Amount minor={amount} asset={asset} />,
  },
  {
    key: 'net',
    title: () => words().net,
    width: 160,
    align: 'end',
    cell: ({ net, asset }) => <Amount minor={net} asset={asset} />,
  },
  { key: 'state', title: () => words().state, width: 110, cell: ({ state }) => codeWords(state) },
  {
    key: 'address',
    title: () => words().address,
    width: 150,
    grow: true,
    cell: ({ address }) => <Id value={address} />,
  },
  {
    key: 'tx',
    title: () => words().tx,
    width: 150,
    cell: ({ tx = null }) => (tx === null ? '–' : <Id value={tx} />),
  },
  {
    key: 'ended',
    title: () => words().ended,
    width: 162,
    cell: ({ ended_ms: ended = null }) => (ended === null ? '–' : <Moment ms={ended} />),
  },
]

export function PlayerWithdrawals({ player }: { player: string }) {
  const [range, set] = useFilters(rangeKeys)
  const pages = usePages(useFresh(useWithdrawalsListPagesInfiniteQuery({ player, ...range, sums: true })))
  const go = useGo()
  return (
    <>
      <ShowsNow />
      <AsOf at={pages.first?.at} />
      <FilterBar filters={[]} range values={range} onChange={set} />
      <Sums of={pages.first} />
      <DataTable
        name="player withdrawals"
        label={t.player.tabs.withdrawals}
        columns={columns}
        pages={pages}
        rows={pages.rows}
        rowKey={({ withdrawal }) => withdrawal}
        onOpen={({ withdrawal }) => go(`/desks/withdrawals?state=all&open=${withdrawal}`)}
        empty={<Empty title={t.player.noWithdrawals} />}
      />
    </>
  )
}
