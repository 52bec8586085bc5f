// Monetary-unit samples: an auditor fixes a population and an interval, draws, tests each line and signs the sheet.
import { useState } from 'react'
import {
  useSamplesInfoQuery,
  useSamplesListPagesInfiniteQuery,
  useSamplesPlanMutation,
  type SamplesPlanBody,
  type StaffSample,
} from '../../api/endpoints.gen.ts'
import { useCan } from '../../api/store.ts'
import { ActionDialog } from '../../parts/ActionDialog.tsx'
import { ExportList } from '../../parts/ExportList.tsx'
import { t } from '../../texts/index.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { SelectField, TextField } from '../../ui/Field.tsx'
import { FilterBar, rangeKeys, useFilters } from '../../ui/Filters.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Page } from '../../ui/Page.tsx'
import { Split } from '../../ui/Split.tsx'
import { Empty, QueryState } from '../../ui/states.tsx'
import { useNotice } from '../../ui/useNotice.tsx'
import { usePages } from '../../ui/usePages.ts'
import { accountOptions } from '../../words/options.ts'
import { assets, minorOf, symbols } from '../../words/money.ts'
import { populationOf, tones } from './population.ts'
import { Sheet } from './sheet.tsx'

const words = () => t.unitSamples
const classes = ['asset', 'liability', 'equity', 'income', 'expense'] as const
const confidences = ['80', '90', '95', '99'] as const
const sizeMax = 200

const columns: readonly Column<StaffSample>[] = [
  {
    key: 'of',
    title: () => words().population,
    width: 180,
    grow: true,
    cell: populationOf,
  },
  {
    key: 'state',
    title: () => words().state,
    width: 92,
    cell: ({ state }) => <Badge tone={tones[state] ?? 'plain'}>{words().states[state] ?? state}</Badge>,
  },
  {
    key: 'tested',
    title: () => words().tested,
    width: 84,
    align: 'end',
    cell: ({ tested, items }) => (typeof items === 'number' ? `${tested}/${items}` : '–'),
  },
  {
    key: 'units',
    title: () => words().units,
    width: 140,
    align: 'end',
    cell: ({ units, asset }) => <Amount minor={units} asset={asset} bare />,
  },
  { key: 'by', title: () => words().by, width: 84, cell: ({ by }) => by },
  { key: 'when', title: () => t.word.when, width: 160, cell: ({ planned_ms: ms }) => <Moment ms={ms} /> },
]

export default function UnitSamplesScreen() {
  const [{ open, ...range }, set] = useFilters(['open', ...rangeKeys])
  const pages = usePages(useSamplesListPagesInfiniteQuery(range))
  const [planning, setPlanning] = useState(false)
  const [done, say] = useNotice()
  const may = useCan('samples.plan')
  return (
    <Page
      title={words().title}
      sub={words().sub}
      fill
      actions={
        <>
          <ExportList list="samples/list" body={range} />
          {may && (
            <Button look="main" onClick={() => setPlanning(true)}>
              {words().plan}
            </Button>
          )}
        </>
      }
    >
      {done}
      <FilterBar filters={[]} range values={range} onChange={set} />
      <Split
        wide
        list={
          <DataTable
            name="unitSamples"
            label={words().title}
            columns={columns}
            rows={pages.rows}
            pages={pages}
            rowKey={({ sample }) => sample}
            onOpen={({ sample }) => set({ open: sample })}
            openKey={open ?? null}
            empty={<Empty title={words().none} />}
          />
        }
        aside={open ? <One key={open} sample={open} say={say} /> : <Empty title={words().choose} />}
      />
      {planning && (
        <Planning
          onClose={() => setPlanning(false)}
          onDone={(sample) => {
            setPlanning(false)
            say(words().planned)
            set({ open: sample })
          }}
        />
      )}
    </Page>
  )
}

function One({ sample, say }: { sample: string; say: (text: string) => void }) {
  const query = useSamplesInfoQuery({ sample })
  return (
    <QueryState query={query} rows={14}>
      {(data) => <Sheet data={data} say={say} />}
    </QueryState>
  )
}

type Draft = {
  asset: string
  of: string
  from: string
  size: string
  interval: string
  confidence: string
  tolerable: string
}

const empty: Draft = {
  asset: 'usdt',
  of: 'players',
  from: '',
  size: '60',
  interval: '',
  confidence: '95',
  tolerable: '',
}

/** What is asked of the server; a text that is no amount of the asset is none. */
function bodyOf(draft: Draft): Omit<SamplesPlanBody, 'reason' | 'req_id'> | null {
  const { asset, of, from, size, interval, confidence, tolerable } = draft
  const [step, most] = [interval, tolerable].map((text) => (text === '' ? '' : minorOf(text, asset)))
  const many = Number(size)
  if (step === null || most === null || (!step && !(many >= 1 && many <= sizeMax))) return null
  return {
    asset,
    confidence: Number(confidence),
    ...(of.startsWith('class ') ? { class: of.slice('class '.length) } : {}),
    ...(of.startsWith('account ') ? { account: of.slice('account '.length) } : {}),
    ...(from.trim() ? { from: from.trim() } : {}),
    ...(step ? { interval: step } : { size: many }),
    ...(most ? { tolerable: most } : {}),
  }
}

/** The population, the interval, the confidence. */
function Planning({ onClose, onDone }: { onClose: () => void; onDone: (sample: string) => void }) {
  const [draft, setDraft] = useState(empty)
  const [plan] = useSamplesPlanMutation()
  const field = (key: keyof Draft) => ({
    value: draft[key],
    onChange: (value: string) => setDraft((old) => ({ ...old, [key]: value })),
  })
  const body = bodyOf(draft)
  const populations: readonly (readonly [string, string])[] = [
    ['players', words().players],
    ...classes.map((name) => [`class ${name}`, words().classes[name] ?? name] as const),
    ...accountOptions().map(([name, text]) => [`account ${name}`, text] as const),
  ]
  return (
    <ActionDialog
      title={words().plan}
      label={words().plan}
      wide
      missing={body ? null : words().badAmount}
      act={(reason) => plan({ ...body, asset: draft.asset, reason })}
      onClose={onClose}
      onDone={(data) => onDone((data as { sample: string }).sample)}
    >
      <p>{words().planText}</p>
      <SelectField
        label={t.days.asset}
        options={assets.map((asset) => [asset, symbols[asset] ?? asset] as const)}
        {...field('asset')}
      />
      <SelectField label={words().population} options={populations} {...field('of')} />
      <TextField label={t.entries.period} mono {...field('from')} />
      <TextField label={words().size} inputMode="numeric" {...field('size')} />
      <TextField label={words().intervalOr} inputMode="decimal" {...field('interval')} />
      <SelectField
        label={words().confidence}
        options={confidences.map((percent) => [percent, `${percent} %`] as const)}
        {...field('confidence')}
      />
      <TextField label={words().tolerable} inputMode="decimal" {...field('tolerable')} />
    </ActionDialog>
  )
}
