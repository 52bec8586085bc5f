// Finding a player by whatever is known.
import { usePlayersSearchQuery, type PlayerFound } from '../../api/endpoints.gen.ts'
import { usePast } from '../../api/store.ts'
import { ExportList } from '../../parts/ExportList.tsx'
import { t } from '../../texts/index.ts'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { FilterBar, useFilters } from '../../ui/Filters.tsx'
import { useGo } from '../../ui/Go.tsx'
import { Id } from '../../ui/Id.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Page } from '../../ui/Page.tsx'
import { QueryState, Empty } from '../../ui/states.tsx'
import { codeWords } from '../../words/codes.ts'

const words = () => t.players
const columns: readonly Column<PlayerFound>[] = [
  { key: 'code', title: () => words().code, width: 130, cell: ({ scode }) => <strong>{scode}</strong> },
  {
    key: 'player',
    title: () => t.word.player,
    width: 330,
    cell: ({ player }) => <Id value={player} whole to={`/players/${player}`} />,
  },
  { key: 'messenger', title: () => words().messenger, width: 140, align: 'end', cell: ({ tg_id }) => tg_id },
  {
    key: 'joined',
    title: () => words().joined,
    width: 162,
    cell: ({ registered_at_ms }) => <Moment ms={registered_at_ms} />,
  },
  {
    key: 'found',
    title: () => words().found,
    width: 160,
    grow: true,
    cell: ({ matched }) => words().matched[matched] ?? codeWords(matched),
  },
]

export default function PlayersScreen() {
  const [{ q = '' }, set] = useFilters(['q'])
  const past = usePast()
  const go = useGo()
  const complete = q.trim().length >= 2
  const asked = { query: q.trim(), ...past }
  const query = usePlayersSearchQuery(asked, { skip: !complete })
  return (
    <Page
      title={words().title}
      sub={words().sub}
      fill
      actions={<ExportList list="players/search" body={complete ? asked : null} />}
    >
      <FilterBar
        filters={[{ key: 'q', label: words().query, placeholder: words().placeholder, wide: true }]}
        values={{ q }}
        onChange={set}
      />
      {complete ? (
        <QueryState query={query}>
          {({ list }) => (
            <DataTable
              name="players"
              label={words().title}
              columns={columns}
              rows={list}
              rowKey={({ player }) => player}
              onOpen={({ player }) => go(`/players/${player}`)}
              total={list.length}
              empty={
                <Empty title={words().nobody}>
                  <p>{words().nobodyText}</p>
                </Empty>
              }
            />
          )}
        </QueryState>
      ) : (
        <Empty title={words().ask}>
          <p>{words().askText}</p>
        </Empty>
      )}
    </Page>
  )
}
