// A sample that anybody can draw again: the seed stands in the address, the answer says the method.
import { skipToken } from '@reduxjs/toolkit/query/react'
import { useState } from 'react'
import { useSamplesDrawQuery, type SampleLine, type SamplesDrawData } from '../../api/endpoints.gen.ts'
import { usePast } from '../../api/store.ts'
import { AsOf } from '../../parts/AsOf.tsx'
import { ExportList } from '../../parts/ExportList.tsx'
import { t } from '../../texts/index.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { Actor, eventPath, Place, StreamName, TypeName } from '../../parts/Event.tsx'
import { SelectField, TextField } from '../../ui/Field.tsx'
import { useFilters } from '../../ui/Filters.tsx'
import { useGo } from '../../ui/Go.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Page, Panel } from '../../ui/Page.tsx'
import { QueryState, Empty } from '../../ui/states.tsx'
import { accountWords } from '../../words/accounts.ts'
import { count } from '../../words/money.ts'
import { typeOptions } from '../../words/options.ts'
import { wholeOf } from '../../words/whole.ts'
import css from '../../ui/layout.module.css'

const words = () => t.samples
const mostDrawn = 200

/** How many are drawn; null where that cannot be read, since a sample of another size is other evidence. */
function sizeOf(text: string): number | null {
  const size = wholeOf(text)
  return size !== null && size >= 1 && size <= mostDrawn ? size : null
}

const columns: readonly Column<SampleLine>[] = [
  { key: 'draw', title: () => '#', width: 48, align: 'end', cell: ({ draw }) => draw },
  { key: 'index', title: () => words().index, width: 84, align: 'end', cell: ({ index }) => count(index) },
  {
    key: 'position',
    title: () => t.word.position,
    width: 78,
    align: 'end',
    cell: ({ event }) => <Place of={event} />,
  },
  { key: 'when', title: () => t.word.when, width: 160, cell: ({ event }) => <Moment ms={event.at_ms} /> },
  {
    key: 'type',
    title: () => t.word.type,
    width: 150,
    cell: ({ event }) => <TypeName name={event.event_type} />,
  },
  { key: 'legs', title: () => t.word.leg, width: 200, grow: true, cell: ({ legs }) => <Moved legs={legs} /> },
  {
    key: 'amount',
    title: () => t.word.amount,
    width: 160,
    align: 'end',
    cell: ({ legs: [first] }) => first && <Amount minor={first.amount} asset={first.asset} signed />,
  },
  {
    key: 'stream',
    title: () => t.word.stream,
    width: 168,
    cell: ({ event }) => <StreamName stream={event.stream} id={event.key} />,
  },
  { key: 'actor', title: () => t.word.actor, width: 104, cell: ({ event }) => <Actor actor={event.actor} /> },
]

function Moved({ legs }: { legs: SampleLine['legs'] }) {
  const [first, ...others] = legs
  if (!first) return <span className={css.quiet}>{t.event.noLegs}</span>
  return (
    <span title={legs.map(({ account, amount }) => `${account}: ${amount}`).join('\n')}>
      {accountWords(first.account)}
      {others.length > 0 && <span className={css.quiet}> {words().more(String(others.length))}</span>}
    </span>
  )
}

export default function SamplesScreen() {
  const [{ seed, count: wanted = '25', event_type, from }, set] = useFilters([
    'seed',
    'count',
    'event_type',
    'from',
  ])
  const [size, past] = [sizeOf(wanted), usePast()]
  const asked =
    seed && size !== null
      ? { seed, count: size, ...(event_type ? { event_type } : {}), ...(from ? { from } : {}), ...past }
      : null
  const query = useSamplesDrawQuery(asked ?? skipToken)
  return (
    <Page
      title={words().title}
      sub={words().sub}
      fill
      actions={
        <>
          <AsOf at={query.currentData?.at} />
          <ExportList list="samples/draw" body={asked} />
        </>
      }
    >
      <Panel title={words().draw}>
        <Form
          key={seed}
          seed={seed ?? ''}
          many={wanted}
          type={event_type ?? ''}
          from={from ?? ''}
          onDraw={set}
        />
      </Panel>
      {asked ? (
        <QueryState query={query}>{(data) => <Drawn data={data} />}</QueryState>
      ) : (
        <Empty title={words().again} />
      )}
    </Page>
  )
}

type FormProps = {
  seed: string
  many: string
  type: string
  from: string
  onDraw: (draw: { seed: string; count: string; event_type: string | null; from: string | null }) => void
}

function Form(props: FormProps) {
  const [seed, setSeed] = useState(props.seed)
  const [many, setMany] = useState(props.many)
  const [type, setType] = useState(props.type)
  const [from, setFrom] = useState(props.from)
  const wrong = sizeOf(many) === null ? words().badCount : null
  return (
    <form
      className={css.row}
      onSubmit={(event) => {
        event.preventDefault()
        props.onDraw({
          seed: seed.trim(),
          count: many.trim(),
          event_type: type || null,
          from: from.trim() || null,
        })
      }}
    >
      <div className={css.grow}>
        <TextField label={words().seed} value={seed} onChange={setSeed} placeholder={words().seedHint} mono />
      </div>
      <Button onClick={() => setSeed(crypto.randomUUID())}>{words().newSeed}</Button>
      <TextField label={words().count} value={many} onChange={setMany} inputMode="numeric" error={wrong} />
      <SelectField
        label={words().type}
        value={type}
        onChange={setType}
        options={[['', t.player.all], ...typeOptions().filter(([name]) => name !== 'CastResolved')]}
      />
      <TextField label={t.entries.period} value={from} onChange={setFrom} mono />
      <Button type="submit" look="main" disabled={!seed.trim() || wrong !== null}>
        {words().draw}
      </Button>
    </form>
  )
}

function Drawn({ data }: { data: SamplesDrawData }) {
  const go = useGo()
  return (
    <>
      <p className={css.quiet}>
        {words().from(count(data.population))} {t.sampleMethod ?? data.method}
      </p>
      <DataTable
        name="samples"
        label={words().title}
        columns={columns}
        rows={data.list}
        rowKey={({ draw }) => String(draw)}
        total={data.list.length}
        onOpen={({ event }) => go(eventPath(event))}
        empty={<Empty title={words().none} />}
      />
    </>
  )
}
