// Registers: what auditors read through whole, one kind at a time, in plain words().
import { useRegistersListPagesInfiniteQuery, type RegisterLine } from '../../api/endpoints.gen.ts'
import { usePast } from '../../api/store.ts'
import { t } from '../../texts/index.ts'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { Actor, eventPath, Owner, Place, StreamName, TypeName } from '../../parts/Event.tsx'
import { FilterBar, useFilters } from '../../ui/Filters.tsx'
import { useGo } from '../../ui/Go.tsx'
import { Id } from '../../ui/Id.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Page } from '../../ui/Page.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { Empty, refusalText } from '../../ui/states.tsx'
import { usePages } from '../../ui/usePages.ts'
import { sentenceOfValues } from '../../words/events.ts'

const words = () => t.registers

const columns: readonly Column<RegisterLine>[] = [
  {
    key: 'position',
    title: () => t.word.position,
    width: 90,
    align: 'end',
    cell: ({ event }) => (event ? <Place of={event} /> : '–'),
  },
  {
    key: 'when',
    title: () => t.word.when,
    width: 162,
    cell: ({ event, refused }) => <Moment ms={event?.at_ms ?? refused?.at_ms ?? 0} />,
  },
  {
    key: 'type',
    title: () => t.word.type,
    width: 150,
    cell: ({ event, refused }) =>
      event ? <TypeName name={event.event_type} /> : words().code(String(refused?.code)),
  },
  {
    key: 'happened',
    title: () => t.word.happened,
    width: 360,
    grow: true,
    cell: (line) => <span title={saidBy(line)}>{saidBy(line)}</span>,
  },
  {
    key: 'whose',
    title: () => t.word.stream,
    width: 170,
    cell: ({ event, refused }) =>
      event ? <StreamName stream={event.stream} id={event.key} /> : <Owner owner={refused?.owner} />,
  },
  {
    key: 'actor',
    title: () => t.word.actor,
    width: 110,
    cell: ({ event, refused }) =>
      event ? <Actor actor={event.actor} /> : <Id value={refused?.request_id ?? ''} />,
  },
]

function saidBy({ event, values, refused }: RegisterLine): string {
  return event
    ? sentenceOfValues(event.event_type, values)
    : refusalText(refused?.code ?? 0, refused?.message ?? '')
}

export default function RegistersScreen() {
  const [{ register = 'manual', from }, set] = useFilters(['register', 'from'])
  const pages = usePages(
    useRegistersListPagesInfiniteQuery({
      register,
      ...(from ? { from } : {}),
      ...usePast(),
    }),
  )
  const go = useGo()
  return (
    <Page title={words().title} sub={words().about[register] ?? words().sub} fill>
      <Tabs
        label={words().register}
        options={Object.entries(words().names)}
        value={register}
        onChange={(chosen) => set({ register: chosen === 'manual' ? null : chosen })}
      />
      <FilterBar filters={[{ key: 'from', label: t.entries.period }]} values={{ from }} onChange={set} />
      <DataTable
        name="registers"
        label={words().names[register] ?? words().title}
        columns={columns}
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
