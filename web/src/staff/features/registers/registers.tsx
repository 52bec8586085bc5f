// Registers: what auditors read through whole, one kind at a time, in plain words().
import { useRegistersListPagesInfiniteQuery, type RegisterLine } from '../../api/endpoints.gen.ts'
import { usePast } from '../../api/store.ts'
import { findingText } from '../../words/findings.ts'
import { ExportList } from '../../parts/ExportList.tsx'
import { t } from '../../texts/index.ts'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { Named } from '../../parts/Case.tsx'
import { Sums } from '../../parts/Sums.tsx'
import { Actor, eventPath, Owner, Place, StreamName } from '../../parts/Event.tsx'
import { FilterBar, rangeKeys, useFilters } from '../../ui/Filters.tsx'
import { useGo } from '../../ui/Go.tsx'
import { Id } from '../../ui/Id.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Page } from '../../ui/Page.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { Empty } from '../../ui/states.tsx'
import { usePages } from '../../ui/usePages.ts'
import { decidersOf } from '../../words/deciders.ts'
import { sentenceOfValues } from '../../words/events.ts'

const words = () => t.registers
/** Registers whose events move value. */
const valued: readonly string[] = ['manual', 'reversed']

const columns: readonly Column<RegisterLine>[] = [
  {
    key: 'position',
    title: () => t.word.position,
    width: 80,
    align: 'end',
    cell: ({ event }) => (event ? <Place of={event} /> : '–'),
  },
  {
    key: 'when',
    title: () => t.word.when,
    width: 160,
    cell: ({ event, refused }) => <Moment ms={event?.at_ms ?? refused?.at_ms ?? 0} />,
  },
  {
    key: 'happened',
    title: () => t.word.happened,
    width: 280,
    grow: true,
    cell: (line) => <span title={saidBy(line)}>{saidBy(line)}</span>,
  },
  {
    key: 'whose',
    title: () => t.word.stream,
    width: 144,
    cell: ({ event, refused }) =>
      event ? <StreamName stream={event.stream} id={event.key} /> : <Owner owner={refused?.owner} />,
  },
]

/** Who proposed, who agreed and why stand in columns of their own, one row a decision. */
const deciding: readonly Column<RegisterLine>[] = [
  ...columns,
  { key: 'maker', title: () => words().maker, width: 96, cell: (line) => <Maker line={line} /> },
  {
    key: 'checker',
    title: () => words().checker,
    width: 96,
    cell: (line) => {
      const checker = deciders(line)?.checker ?? '–'
      return checker === 'auto' ? words().auto : checker
    },
  },
  {
    key: 'reason',
    title: () => t.word.reason,
    width: 150,
    cell: (line) => {
      const reason = deciders(line)?.reason ?? null
      return reason === null ? (
        '–'
      ) : (
        <span title={reason}>
          <Named text={reason} />
        </span>
      )
    },
  },
]

/** A refused request was nobody's decision. */
const refusing: readonly Column<RegisterLine>[] = [
  ...columns,
  {
    key: 'request',
    title: () => t.word.request,
    width: 150,
    cell: ({ refused }) => <Id value={refused?.request_id ?? ''} />,
  },
]

/** Where no person is named, who acted. */
function Maker({ line }: { line: RegisterLine }) {
  const { maker = null, checker = null } = deciders(line) ?? {}
  if (maker !== null || checker !== null || !line.event) return maker ?? '–'
  return <Actor actor={line.event.actor} />
}

const deciders = ({ event, values }: RegisterLine) => (event ? decidersOf(event, values) : null)

function saidBy({ event, values, refused }: RegisterLine): string {
  if (event) return sentenceOfValues(event.event_type, values)
  const { code = 0, message = '', finding } = refused ?? {}
  const rule = finding ? t.colon + findingText(finding) : ''
  // The message has the rule in brackets: it is not read twice.
  return words().code(String(code)) + t.colon + (t.refusals[code] ? t.refusals[code] + rule : message)
}

export default function RegistersScreen() {
  const [{ register = 'manual', ...range }, set] = useFilters(['register', ...rangeKeys])
  const movesValue = valued.includes(register)
  const asked = { register, ...range, ...usePast() }
  const pages = usePages(
    useRegistersListPagesInfiniteQuery(movesValue ? { ...asked, sums: true } : asked),
  )
  const go = useGo()
  return (
    <Page
      title={words().title}
      sub={words().about[register] ?? words().sub}
      fill
      actions={<ExportList list="registers/list" body={asked} />}
    >
      <Tabs
        label={words().register}
        options={Object.entries(words().names)}
        value={register}
        onChange={(chosen) => set({ register: chosen === 'manual' ? null : chosen })}
      />
      <FilterBar filters={[]} range values={range} onChange={set} />
      {movesValue && <Sums of={pages.first} moved />}
      <DataTable
        name={register === 'refused' ? 'registers refused' : 'registers'}
        label={words().names[register] ?? words().title}
        key={register}
        columns={register === 'refused' ? refusing : deciding}
        rows={pages.rows}
        pages={pages}
        rowKey={({ event, refused }) => event?.id ?? `${refused?.request_id} ${refused?.at_ms}`}
        onOpen={({ event }) => {
          if (event) go(eventPath(event))
        }}
        empty={<Empty title={words().none} />}
      />
    </Page>
  )
}
