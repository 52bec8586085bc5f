// Players by what they hold and by how long they did nothing, as of the position that the list states; what all of them
// hold stands above it.
import {
  usePlayersListPagesInfiniteQuery,
  type PlayerListed,
  type PlayersListBody,
} from '../../api/endpoints.gen.ts'
import { AsOf } from '../../parts/AsOf.tsx'
import { ExportList } from '../../parts/ExportList.tsx'
import { Sums } from '../../parts/Sums.tsx'
import { useFresh } from '../../parts/useFresh.ts'
import { t } from '../../texts/index.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { FilterBar, useFilters } from '../../ui/Filters.tsx'
import { useGo } from '../../ui/Go.tsx'
import { Id } from '../../ui/Id.tsx'
import { Page } from '../../ui/Page.tsx'
import { Empty } from '../../ui/states.tsx'
import { usePages } from '../../ui/usePages.ts'
import { assets, symbols } from '../../words/money.ts'
import { utcDay } from '../../words/time.ts'
import { heldOf } from './held.ts'

const words = () => t.playerList
/** Days of dormancy that finance asks for. */
const spans = ['30', '90', '180', '365'] as const

/** As wide as the amounts of a large account. */
const widths: Readonly<Record<string, number>> = { usdt: 112, coupon: 96, gusd: 90, coin: 90, diamond: 52 }

const columns: readonly Column<PlayerListed>[] = [
  {
    key: 'player',
    title: () => t.word.player,
    width: 144,
    cell: ({ player }) => <Id value={player} to={`/players/${player}`} />,
  },
  { key: 'code', title: () => t.players.code, width: 98, cell: ({ scode }) => scode },
  ...assets.map((asset): Column<PlayerListed> => ({
    key: asset,
    title: () => symbols[asset] ?? asset,
    width: widths[asset] ?? 92,
    align: 'end',
    grow: asset === 'usdt',
    cell: (row) => {
      const held = heldOf(row, asset)
      return held === '0' ? '–' : <Amount minor={held} asset={asset} bare />
    },
  })),
  { key: 'active', title: () => words().active, width: 102, cell: ({ active_on }) => active_on },
  {
    key: 'first',
    title: () => words().first,
    width: 102,
    cell: ({ registered_at_ms }) => utcDay(registered_at_ms),
  },
  { key: 'vip', title: () => words().vip, width: 48, align: 'end', cell: ({ vip }) => vip ?? '–' },
  {
    key: 'frozen',
    title: () => words().frozen,
    width: 98,
    cell: ({ frozen }) => (frozen ? <Badge tone="bad">{words().isFrozen}</Badge> : '–'),
  },
  {
    key: 'messenger',
    title: () => t.players.messenger,
    width: 108,
    align: 'end',
    cell: ({ tg_id }) => tg_id,
  },
]

export default function PlayerListScreen() {
  const [{ order = 'balance', asset = 'usdt', dormant }, set] = useFilters(['order', 'asset', 'dormant'])
  const body: PlayersListBody = { order, asset, ...(dormant ? { dormant: Number(dormant) } : {}) }
  const pages = usePages(useFresh(usePlayersListPagesInfiniteQuery({ ...body, sums: true })))
  const go = useGo()
  return (
    <Page
      title={words().title}
      sub={pages.first ? <AsOf at={pages.first.at} /> : words().sub}
      actions={<ExportList list="players/list" body={body} />}
      fill
    >
      <FilterBar
        filters={[
          { key: 'order', label: words().order, options: Object.entries(words().orders) },
          ...(order === 'balance'
            ? [
                {
                  key: 'asset',
                  label: t.word.asset,
                  options: assets.map((name) => [name, symbols[name] ?? name] as const),
                },
              ]
            : []),
          {
            key: 'dormant',
            label: words().dormant,
            options: spans.map((days) => [days, words().days(days)] as const),
          },
        ]}
        values={{ order, asset, dormant }}
        onChange={set}
      />
      <Sums of={pages.first} />
      <DataTable
        name="player-list"
        label={words().title}
        columns={columns}
        pages={pages}
        rows={pages.rows}
        rowKey={({ player }) => player}
        onOpen={({ player }) => go(`/players/${player}`)}
        empty={<Empty title={words().none} />}
      />
    </Page>
  )
}
