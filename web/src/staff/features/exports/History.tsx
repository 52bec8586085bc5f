// Which files left the house: who took them, what, with which filters, why, and the hash of each file.
import { useEffect } from 'react'
import {
  useExportsHistoryPagesInfiniteQuery,
  type ExportFile,
  type ExportLine,
} from '../../api/endpoints.gen.ts'
import { usePast } from '../../api/store.ts'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/Badge.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { FilterBar, useFilters } from '../../ui/Filters.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Panel } from '../../ui/Page.tsx'
import { Empty } from '../../ui/states.tsx'
import { usePages } from '../../ui/usePages.ts'
import { ExportList } from '../../parts/ExportList.tsx'
import { filtersOf, listWords, problemWords } from '../../words/exports.ts'
import { count } from '../../words/money.ts'
import { rangeBody } from '../../words/ranges.ts'
import css from './exports.module.css'

const words = () => t.exportList

const columns: readonly Column<ExportLine>[] = [
  { key: 'when', title: () => t.word.when, width: 160, cell: ({ at_ms }) => <Moment ms={at_ms} /> },
  { key: 'by', title: () => words().by, width: 80, cell: ({ by }) => by },
  {
    key: 'what',
    title: () => words().what,
    width: 210,
    cell: ({ what, schedule }) => listWords(what) + (schedule === null ? '' : t.clause + words().ofSchedule),
  },
  {
    key: 'filters',
    title: () => words().withFilters,
    width: 180,
    grow: true,
    cell: ({ filters }) => <span title={filtersOf(filters)}>{filtersOf(filters)}</span>,
  },
  {
    key: 'reason',
    title: () => t.word.reason,
    width: 150,
    cell: ({ reason }) => <span title={reason}>{reason}</span>,
  },
  {
    key: 'rows',
    title: () => t.exports.rows,
    width: 80,
    align: 'end',
    cell: ({ export: made, rows }) => (made === null ? '–' : count(rows)),
  },
  { key: 'files', title: () => words().files, width: 240, cell: (line) => <Files line={line} /> },
]

const keyOf = ({ export: made, schedule, due_ms }: ExportLine) => made ?? `${schedule} ${due_ms}`

/** `state` of the export beside it: what it made is in the list once it is done. */
export function History({ state }: { state: string | undefined }) {
  const past = usePast()
  // The screen's own period is that of the export beside it.
  const [{ madeFrom: from, madeUntil: until }, set] = useFilters(['madeFrom', 'madeUntil'])
  const asked = { ...past, ...rangeBody({ from, until }) }
  const pages = usePages(useExportsHistoryPagesInfiniteQuery(asked))
  const { reload } = pages
  useEffect(() => {
    if (state === 'done') reload()
    // Asked again when the export ends, not whenever the list changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [state])
  return (
    <Panel title={words().history} pad={false} aside={<ExportList list="exports/history" body={asked} />}>
      <div className={css.filters}>
        <FilterBar
          filters={[]}
          label={words().history}
          range
          values={{ from, until }}
          onChange={({ from: madeFrom = from ?? null, until: madeUntil = until ?? null }) =>
            set({ madeFrom, madeUntil })
          }
        />
      </div>
      <DataTable
        name="exports"
        label={words().history}
        columns={columns}
        pages={pages}
        rows={pages.rows}
        rowKey={keyOf}
        short
        empty={<Empty title={words().noHistory} />}
      />
    </Panel>
  )
}

/** Its files while they are kept, each under its hash; else their names. */
function Files({ line }: { line: ExportLine }) {
  const { export: made, files, is_there: isThere, problem = null, format } = line
  if (made === null || made === undefined)
    return (
      <span title={problemWords(problem ?? '')}>
        <Badge tone="bad">{words().missed}</Badge> {problemWords(problem ?? '')}
      </span>
    )
  if (!isThere) return <span title={hashes(files)}>{format + t.clause + words().gone}</span>
  return (
    <span className={css.files}>
      {files.map(({ name, sha256 }) => (
        <a key={name} href={pathOf(made, name)} download={name} title={sha256 ?? undefined}>
          {name.split('.').slice(1).join('.')}
        </a>
      ))}
    </span>
  )
}

const hashes = (files: readonly ExportFile[]) =>
  files.map(({ name, sha256 }) => `${name} ${sha256 ?? ''}`).join('\n')

/** The address of a file. */
export function pathOf(id: string, name: string): string {
  return `/staff/v1/exports/${encodeURIComponent(id)}/${encodeURIComponent(name)}`
}
