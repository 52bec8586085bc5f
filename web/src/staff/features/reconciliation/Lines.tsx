// Breaks, or pairs, of a comparison: filters in the address, the sum of what they leave, and beside the list the two
// sides of the open line with the ways that lead on from it.
import {
  useReconciliationLinesPagesInfiniteQuery,
  type ReconciledLine,
  type ReconciliationFound,
} from '../../api/endpoints.gen.ts'
import { ExportList } from '../../parts/ExportList.tsx'
import { t } from '../../texts/index.ts'
import { Amount } from '../../ui/Amount.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { FilterBar, rangeKeys, useFilters, type Filter } from '../../ui/Filters.tsx'
import { Id } from '../../ui/Id.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Split } from '../../ui/Split.tsx'
import { Empty } from '../../ui/states.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { usePages } from '../../ui/usePages.ts'
import { typeWords } from '../../words/events.ts'
import { count } from '../../words/money.ts'
import { rangeBody } from '../../words/ranges.ts'
import { Line } from './Line.tsx'
import own from './reconciliation.module.css'

const words = () => t.reconciliation

const columnsOf = (part: string): readonly Column<ReconciledLine>[] => [
  { key: 'when', title: () => words().when, width: 160, cell: ({ at_ms }) => <Moment ms={at_ms} /> },
  {
    key: 'kind',
    title: () => (part === 'breaks' ? words().kind : words().rule),
    width: 160,
    cell: ({ kind }) => (part === 'breaks' ? words().kinds : words().rules)[kind] ?? kind,
  },
  {
    key: 'amount',
    title: () => words().amount,
    width: 180,
    align: 'end',
    cell: ({ amount }) => <Amount minor={amount} asset="usdt" signed />,
  },
  {
    key: 'days',
    title: () => words().days,
    width: 60,
    align: 'end',
    cell: ({ age_days: days }) => count(days),
  },
  {
    key: 'tx',
    title: () => words().tx,
    width: 150,
    cell: ({ statement: [line], journal: [booked] }) => {
      const tx = line?.transaction ?? booked?.transactions[0]
      return tx === undefined ? '–' : <Id value={tx} />
    },
  },
  {
    key: 'event',
    title: () => words().event,
    width: 160,
    grow: true,
    cell: ({ journal: [booked] }) => (booked ? typeWords(booked.event) : '–'),
  },
]
const columns = { breaks: columnsOf('breaks'), pairs: columnsOf('pairs') }
/** Beside an open line, which names the rest. */
const few = (list: readonly Column<ReconciledLine>[]) =>
  list.filter(({ key }) => key !== 'tx' && key !== 'event')

const options = (found: ReconciliationFound, part: 'breaks' | 'pairs'): Filter['options'] =>
  found[part].map(({ of, count: many }) => {
    const names = part === 'breaks' ? words().kinds : words().rules
    return [of ?? '', `${names[of ?? ''] ?? of} (${count(many)})`] as const
  })

export function Lines({ id, found }: { id: string; found: ReconciliationFound }) {
  const [values, set] = useFilters(['part', 'kind', 'age', 'search', 'open', ...rangeKeys])
  const { kind, age, search, open, from, until } = values
  const part = values.part === 'pairs' ? 'pairs' : 'breaks'
  const asked = {
    id,
    part,
    ...(kind ? { kind } : {}),
    ...(age ? { age: Number.parseInt(age, 10) } : {}),
    ...(search ? { search } : {}),
    ...rangeBody({ from, until }),
  }
  const pages = usePages(useReconciliationLinesPagesInfiniteQuery(asked))
  const shown = pages.rows.find(({ line }) => String(line) === open)
  const filters: readonly Filter[] = [
    {
      key: 'kind',
      label: part === 'breaks' ? words().kind : words().rule,
      options: options(found, part) ?? [],
    },
    {
      key: 'age',
      label: words().age,
      options: words().ages.map((name, place) => [
        String(place),
        `${name} (${count(found.ages[place]?.count ?? 0)})`,
      ]),
    },
    { key: 'search', label: words().search, placeholder: words().searchHint, wide: true },
  ]
  return (
    <>
      <div className={own.bar}>
        <Tabs
          label={words().part}
          options={[
            ['breaks', words().breaks],
            ['pairs', words().pairs],
          ]}
          value={part}
          onChange={(key) => set({ part: key, kind: null, age: null, open: null })}
        />
        <FilterBar
          filters={part === 'breaks' ? filters : filters.filter(({ key }) => key !== 'age')}
          range
          values={values}
          onChange={set}
        />
        <ExportList list="reconciliation/lines" body={asked} />
        {pages.first && (
          <p className={own.sum} role="status">
            {words().total(count(pages.first.total))} <Amount minor={pages.first.sum} asset="usdt" signed />
          </p>
        )}
      </div>
      <Split
        list={
          <DataTable
            name={`reconciliation-${part}`}
            label={part === 'breaks' ? words().breaks : words().pairs}
            columns={shown ? few(columns[part]) : columns[part]}
            pages={pages}
            rows={pages.rows}
            rowKey={({ line }) => String(line)}
            onOpen={({ line }) => set({ open: String(line) })}
            openKey={open ?? null}
            empty={
              kind || age || search || from || until || part === 'pairs' ? (
                <Empty title={words().noneSuch} />
              ) : (
                <Empty title={words().nothing}>
                  <p>{words().nothingText}</p>
                </Empty>
              )
            }
          />
        }
        aside={shown ? <Line key={`${part} ${open}`} line={shown} isBreak={part === 'breaks'} /> : null}
      />
    </>
  )
}
