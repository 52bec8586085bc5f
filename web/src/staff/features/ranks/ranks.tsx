// Boards of closed periods: who stood where, who was taken off since, and proposing to take a player off.
import {
  useRanksInfoQuery,
  useRanksListPagesInfiniteQuery,
  useRanksProposeMutation,
  type ClosedBoard,
  type RanksInfoData,
  type StaffBoard,
  type StaffPlace,
} from '../../api/endpoints.gen.ts'
import { useCan, usePast, useWritable } from '../../api/store.ts'
import { Named } from '../../parts/Case.tsx'
import { UndoDialog, useUndo } from '../../parts/Undo.tsx'
import { ExportList } from '../../parts/ExportList.tsx'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { FilterBar, rangeKeys, useFilters } from '../../ui/Filters.tsx'
import { Id } from '../../ui/Id.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Facts, Page, Panel } from '../../ui/Page.tsx'
import { Split } from '../../ui/Split.tsx'
import { Empty, QueryState } from '../../ui/states.tsx'
import { usePages } from '../../ui/usePages.ts'
import { valueIn } from '../../words/facts.ts'
import { count } from '../../words/money.ts'
import { utcDay as day } from '../../words/time.ts'
import css from '../../ui/layout.module.css'

const words = () => t.undo.ranks
const boardWords = ({ board, period }: StaffBoard) =>
  (words().boards[board] ?? board) + t.clause + (words().periods[period] ?? period)

/** The first day, and the last one where they differ. */
function daysOf({ from_ms: from, until_ms: until }: StaffBoard): string {
  const [first, last] = [day(from), day(until - 1)]
  return first === last ? first : `${first} – ${last}`
}

const columns: readonly Column<ClosedBoard>[] = [
  { key: 'days', title: () => words().days, width: 210, cell: ({ board }) => daysOf(board) },
  {
    key: 'board',
    title: () => words().board,
    width: 190,
    grow: true,
    cell: ({ board }) => boardWords(board),
  },
  {
    key: 'players',
    title: () => words().players,
    width: 90,
    align: 'end',
    cell: ({ players }) => count(players),
  },
  {
    key: 'closed',
    title: () => words().closed,
    width: 160,
    cell: ({ closed_ms }) => <Moment ms={closed_ms} />,
  },
]
/** Beside an open board. */
const few = columns.filter(({ key }) => key !== 'closed')

export default function RanksScreen() {
  const past = usePast()
  const [{ open, ...range }, set] = useFilters(['open', ...rangeKeys])
  const asked = { ...past, ...range }
  const pages = usePages(useRanksListPagesInfiniteQuery(asked))
  return (
    <Page
      title={words().title}
      sub={words().sub}
      fill
      actions={<ExportList list="ranks/list" body={asked} />}
    >
      <FilterBar filters={[]} range values={range} onChange={set} />
      <Split
        list={
          <DataTable
            name="ranks"
            label={words().title}
            columns={open ? few : columns}
            pages={pages}
            rows={pages.rows}
            rowKey={({ board }) => board.rank}
            onOpen={({ board }) => set({ open: board.rank })}
            openKey={open ?? null}
            empty={
              <Empty title={words().none}>
                <p>{words().noneText}</p>
              </Empty>
            }
          />
        }
        aside={open ? <Board key={open} rank={open} /> : null}
      />
    </Page>
  )
}

function Board({ rank }: { rank: string }) {
  const past = usePast()
  const query = useRanksInfoQuery({ rank, ...past })
  return (
    <QueryState query={query} rows={10}>
      {(data) => <Shown data={data} />}
    </QueryState>
  )
}

/** A place with what can be done about it. */
type Row = StaffPlace & { unit: StaffBoard['unit']; onCorrect: (() => void) | null }

const places: readonly Column<Row>[] = [
  { key: 'place', title: () => words().place, width: 64, align: 'end', cell: ({ place }) => count(place) },
  {
    key: 'player',
    title: () => words().player,
    width: 142,
    grow: true,
    cell: ({ player }) => <Id value={player} to={`/players/${player}`} />,
  },
  {
    key: 'score',
    title: () => words().score,
    width: 140,
    align: 'end',
    cell: ({ score, unit }) => valueIn(unit, score),
  },
  {
    key: 'reached',
    title: () => words().reached,
    width: 160,
    cell: ({ reached_ms }) => <Moment ms={reached_ms} />,
  },
  {
    key: 'act',
    title: () => words().act,
    width: 110,
    cell: ({ onCorrect }) =>
      onCorrect && (
        <Button look="quiet" onClick={onCorrect}>
          {words().correct}
        </Button>
      ),
  },
]
/** For whoever only looks; beside an act there is no room for when a score was reached. */
const read = places.filter(({ key }) => key !== 'act')
const acted = places.filter(({ key }) => key !== 'reached')

function Shown({ data: { board, list, corrections } }: { data: RanksInfoData }) {
  const past = usePast()
  const { asking, ask, ends, note } = useUndo<StaffPlace>()
  const [propose] = useRanksProposeMutation()
  const writable = useWritable()
  const mayCorrect = useCan('ranks.propose') && writable
  const rows = list.map((place): Row => ({
    ...place,
    unit: board.unit,
    onCorrect: mayCorrect ? () => ask(place) : null,
  }))
  return (
    <Panel
      title={`${boardWords(board)} ${daysOf(board)}`}
      aside={<ExportList list="ranks/info" body={{ rank: board.rank, ...past }} />}
    >
      <div className={css.stack}>
        {note}
        <DataTable
          name="places"
          label={boardWords(board)}
          columns={mayCorrect ? acted : read}
          rows={rows}
          rowKey={({ player }) => player}
          empty={<Empty title={words().empty} />}
        />
        {corrections.length > 0 && (
          <>
            <h3>{words().corrections}</h3>
            {corrections.map(
              ({ player, proposer = null, approver, case_id: caseId = null, reason, at_ms: at }) => (
                <Facts
                  key={player}
                  facts={[
                    [words().player, <Id key="player" value={player} to={`/players/${player}`} />],
                    [words().by, [proposer, approver].filter((name) => name !== null).join(t.comma)],
                    ...(caseId === null
                      ? []
                      : [[t.undo.caseId, <Named key="case" text={caseId} />] as const]),
                    [words().reason, <Named key="why" text={reason} />],
                    [t.word.when, <Moment key="at" ms={at} zone />],
                  ]}
                />
              ),
            )}
          </>
        )}
      </div>
      {asking && (
        <UndoDialog
          title={words().correctTitle}
          act={(why) => propose({ rank: board.rank, player: asking.player, ...why })}
          {...ends}
        >
          <p>{words().text}</p>
          <Facts
            facts={[
              [words().board, `${boardWords(board)} ${daysOf(board)}`],
              [words().place, count(asking.place)],
              [words().player, <Id key="player" value={asking.player} whole />],
              [words().score, valueIn(board.unit, asking.score)],
              [words().reached, <Moment key="reached" ms={asking.reached_ms} />],
            ]}
          />
        </UndoDialog>
      )}
    </Panel>
  )
}
