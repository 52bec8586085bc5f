// Registers: what auditors read through whole, one kind at a time, in plain words().
import { useRegistersListPagesInfiniteQuery, type RegisterLine } from '../../api/endpoints.gen.ts'
import { usePast } from '../../api/store.ts'
import { findingText } from '../../words/findings.ts'
import { ExportList } from '../../parts/ExportList.tsx'
import { t } from '../../texts/index.ts'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { AsOf } from '../../parts/AsOf.tsx'
import { useFresh } from '../../parts/useFresh.ts'
import { Sums } from '../../parts/Sums.tsx'
import { Actor, eventPath, Owner, Place, StreamName } from '../../parts/Event.tsx'
import { FilterBar, rangeKeys, useFilters } from '../../ui/Filters.tsx'
import { Amount } from '../../ui/Amount.tsx'
import { useGo } from '../../ui/Go.tsx'
import { Id } from '../../ui/Id.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Page } from '../../ui/Page.tsx'
import { Split } from '../../ui/Split.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { Empty } from '../../ui/states.tsx'
import { usePages } from '../../ui/usePages.ts'
import { decidersOf } from '../../words/deciders.ts'
import { sentenceOfValues } from '../../words/events.ts'
import { Decided, decisionColumns, decisionsBeside, Reason } from './decisions.tsx'

const words = () => t.registers
/** Registers whose lines have amounts: of events what they moved, of decisions what they were about. */
const valued: readonly string[] = ['manual', 'reversed', 'approvals']

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
    width: 254,
    grow: true,
    cell: (line) => <span title={saidBy(line)}>{saidBy(line)}</span>,
  },
  {
    key: 'whose',
    title: () => t.word.stream,
    width: 120,
    cell: ({ event, refused }) =>
      event ? <StreamName stream={event.stream} id={event.key} /> : <Owner owner={refused?.owner} />,
  },
]

const amountColumn: Column<RegisterLine> = {
  key: 'amount',
  title: () => t.word.amount,
  width: 142,
  align: 'end',
  cell: ({ amount = null, asset = null }) =>
    amount === null || asset === null ? '–' : <Amount minor={amount} asset={asset} />,
}

/** Who decided about an event, and why, stand in columns of their own. */
const deciding: readonly Column<RegisterLine>[] = [
  ...columns,
  amountColumn,
  { key: 'maker', title: () => words().maker, width: 120, cell: (line) => <Maker line={line} /> },
  {
    key: 'checker',
    title: () => words().checker,
    width: 120,
    cell: (line) => {
      const checker = deciders(line)?.checker ?? '–'
      return checker === 'auto' ? words().auto : checker
    },
  },
  {
    key: 'reason',
    title: () => t.word.reason,
    width: 150,
    cell: (line) => <Reason of={deciders(line)?.reason} />,
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

/** Columns of the registers that have their own. */
const tables: Readonly<Record<string, readonly Column<RegisterLine>[]>> = {
  refused: refusing,
  approvals: decisionColumns,
}

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
  const [{ register = 'manual', open, ...range }, set] = useFilters(['register', 'open', ...rangeKeys])
  const hasAmounts = valued.includes(register)
  const asked = { register, ...range, ...usePast() }
  const pages = usePages(
    useFresh(useRegistersListPagesInfiniteQuery(hasAmounts ? { ...asked, sums: true } : asked)),
  )
  const go = useGo()
  const chosen = pages.rows.find(({ event, decision }) => decision && event?.id === open)
  return (
    <Page
      title={words().title}
      sub={words().about[register] ?? words().sub}
      fill
      actions={
        <>
          <AsOf at={pages.first?.at} />
          <ExportList list="registers/list" body={asked} />
        </>
      }
    >
      <Tabs
        label={words().register}
        options={Object.entries(words().names)}
        value={register}
        onChange={(to) => set({ register: to === 'manual' ? null : to, open: null })}
      />
      <FilterBar filters={[]} range values={range} onChange={set} />
      {hasAmounts && <Sums of={pages.first} moved={register !== 'approvals'} />}
      <Split
        list={
          <DataTable
            name={register in tables ? `registers ${register}` : 'registers'}
            label={words().names[register] ?? words().title}
            key={register}
            columns={chosen ? decisionsBeside : (tables[register] ?? deciding)}
            rows={pages.rows}
            pages={pages}
            rowKey={({ event, refused }) => event?.id ?? `${refused?.request_id} ${refused?.at_ms}`}
            onOpen={({ event, decision }) => {
              if (event && decision) set({ open: event.id })
              else if (event) go(eventPath(event))
            }}
            openKey={open ?? null}
            empty={<Empty title={words().none} />}
          />
        }
        aside={chosen ? <Decided line={chosen} /> : null}
      />
    </Page>
  )
}
