// What invitations brought a player, whatever became of it, and taking back what was not received yet.
import {
  useRecordsListPagesInfiniteQuery,
  useRecordsProposeMutation,
  type StaffRecord,
} from '../../api/endpoints.gen.ts'
import { useCan, useWritable } from '../../api/store.ts'
import { ReadAt, ShowsNow } from '../../parts/AsOf.tsx'
import { Sums } from '../../parts/Sums.tsx'
import { UndoDialog, useUndo } from '../../parts/Undo.tsx'
import { useFresh } from '../../parts/useFresh.ts'
import { t } from '../../texts/index.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { FilterBar, rangeKeys, useFilters } from '../../ui/Filters.tsx'
import { Id } from '../../ui/Id.tsx'
import { Facts } from '../../ui/Page.tsx'
import { Empty } from '../../ui/states.tsx'
import { usePages } from '../../ui/usePages.ts'
import { codeWords } from '../../words/codes.ts'

const words = () => t.undo.records

/** A line with what can be done to it. */
type Row = StaffRecord & { onCancel: (() => void) | null }

const columns: readonly Column<Row>[] = [
  { key: 'day', title: () => words().day, width: 120, cell: ({ day }) => day },
  { key: 'kind', title: () => words().kind, width: 190, cell: ({ kind }) => words().kinds[kind] ?? kind },
  {
    key: 'amount',
    title: () => t.word.amount,
    width: 160,
    align: 'end',
    cell: ({ amount, asset }) => <Amount minor={amount} asset={asset} />,
  },
  {
    key: 'rest',
    title: () => words().rest,
    width: 160,
    align: 'end',
    cell: ({ rest, asset }) => <Amount minor={rest} asset={asset} />,
  },
  { key: 'state', title: () => words().state, width: 110, cell: ({ state }) => codeWords(state) },
  {
    key: 'friend',
    title: () => words().friend,
    width: 150,
    grow: true,
    cell: ({ friend = null }) => (friend === null ? '–' : <Id value={friend} to={`/players/${friend}`} />),
  },
  {
    key: 'act',
    title: () => words().act,
    width: 130,
    cell: ({ onCancel }) =>
      onCancel && (
        <Button look="quiet" onClick={onCancel}>
          {words().cancel}
        </Button>
      ),
  },
]
/** For whoever only looks. */
const read = columns.filter(({ key }) => key !== 'act')

export function PlayerRecords({ player }: { player: string }) {
  const [range, set] = useFilters(rangeKeys)
  const query = useFresh(useRecordsListPagesInfiniteQuery({ player, ...range, sums: true }))
  const pages = usePages(query)
  const { asking, ask, ends, note } = useUndo<StaffRecord>()
  const [propose] = useRecordsProposeMutation()
  const writable = useWritable()
  const mayCancel = useCan('records.propose') && writable
  const rows = pages.rows.map((record): Row => ({
    ...record,
    onCancel: mayCancel && record.state === 'pending' ? () => ask(record) : null,
  }))
  return (
    <>
      <ShowsNow />
      <ReadAt ms={query.fulfilledTimeStamp} />
      {note}
      <FilterBar filters={[]} range values={range} onChange={set} />
      <Sums of={pages.first} />
      <DataTable
        name="player records"
        label={words().title}
        columns={mayCancel ? columns : read}
        pages={{ ...pages, rows }}
        rows={rows}
        rowKey={({ record }) => record}
        empty={<Empty title={words().none} />}
      />
      {asking && (
        <UndoDialog
          title={words().cancelTitle}
          act={(why) => propose({ player, record: asking.record, ...why })}
          {...ends}
        >
          <p>{words().text}</p>
          <Facts
            facts={[
              [words().kind, words().kinds[asking.kind] ?? asking.kind],
              [words().day, asking.day],
              [words().rest, <Amount key="rest" minor={asking.rest} asset={asking.asset} />],
            ]}
          />
        </UndoDialog>
      )}
    </>
  )
}
