// The log: every event of every stream, newest first, with filters in the address.
import { useEventsListPagesInfiniteQuery } from '../../api/endpoints.gen.ts'
import { usePast } from '../../api/store.ts'
import { ExportList } from '../../parts/ExportList.tsx'
import { t } from '../../texts/index.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { eventColumns, eventKey, eventPath } from '../../parts/Event.tsx'
import { FilterBar, rangeKeys, useFilters, type Filter } from '../../ui/Filters.tsx'
import { useGo } from '../../ui/Go.tsx'
import { Page } from '../../ui/Page.tsx'
import { Empty } from '../../ui/states.tsx'
import { usePages } from '../../ui/usePages.ts'
import { streamOptions, typeOptions } from '../../words/options.ts'

const words = () => t.events
const filters = (): readonly Filter[] => [
  { key: 'stream', label: t.word.stream, options: streamOptions() },
  { key: 'key', label: t.word.key, wide: true },
  { key: 'event_type', label: t.word.type, options: typeOptions() },
  { key: 'actor', label: t.word.actor },
]

export default function EventsScreen() {
  const [values, set] = useFilters(['stream', 'key', 'event_type', 'actor', ...rangeKeys])
  const asked = { ...values, ...usePast() }
  const pages = usePages(useEventsListPagesInfiniteQuery(asked))
  const go = useGo()
  return (
    <Page
      title={words().title}
      sub={words().sub}
      fill
      actions={<ExportList list="events/list" body={asked} />}
    >
      <FilterBar filters={filters()} range values={values} onChange={set} />
      <DataTable
        name="events"
        label={words().title}
        columns={eventColumns}
        rows={pages.rows}
        pages={pages}
        rowKey={eventKey}
        onOpen={(event) => go(eventPath(event))}
        empty={
          <Empty title={words().none}>
            <p>{t.entries.anyText}</p>
          </Empty>
        }
      />
    </Page>
  )
}
