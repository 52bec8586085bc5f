// History folded anew in a sandbox beside what the live tables say: a stream, a range of the log, or a view.
import { useState } from 'react'
import {
  useReplaysInfoQuery,
  useReplaysRunMutation,
  type ReplayRow,
  type ReplaysInfoData,
} from '../../api/endpoints.gen.ts'
import { usePast } from '../../api/store.ts'
import { t } from '../../texts/index.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { SelectField, TextField } from '../../ui/Field.tsx'
import { useFilters } from '../../ui/Filters.tsx'
import { Job, useJobPolling } from '../../parts/Job.tsx'
import { Page, Panel } from '../../ui/Page.tsx'
import { Found } from '../../parts/Found.tsx'
import { QueryState, Empty, errorText } from '../../ui/states.tsx'
import { accountWords } from '../../words/accounts.ts'
import { codeWords } from '../../words/codes.ts'
import { count } from '../../words/money.ts'
import { streamOptions } from '../../words/options.ts'
import css from '../../ui/layout.module.css'

const words = () => t.replay

export default function ReplayScreen() {
  const [{ job }, set] = useFilters(['job'])
  return (
    <Page title={words().title} sub={words().sub} fill>
      <Panel title={words().what}>
        <Form onStarted={(id) => set({ job: id })} />
      </Panel>
      {job ? (
        <Result key={job} id={job} />
      ) : (
        <Empty title={words().ask}>
          <p>{words().askText}</p>
        </Empty>
      )}
    </Page>
  )
}

type Kind = 'range' | 'stream' | 'view'

function Form({ onStarted }: { onStarted: (id: string) => void }) {
  const past = usePast()
  const [run, { isLoading, error }] = useReplaysRunMutation()
  const [kind, setKind] = useState<Kind>('range')
  const [stream, setStream] = useState('player')
  const [key, setKey] = useState('')
  const [from, setFrom] = useState('')
  const [view, setView] = useState('all')
  const start = async () => {
    const body =
      kind === 'view'
        ? { view: view.trim() || 'all' }
        : {
            ...(kind === 'stream' ? { stream: `${stream}/${key.trim()}` } : {}),
            ...(from.trim() ? { from: from.trim() } : {}),
            ...past,
          }
    const answer = await run(body)
    if (answer.data) onStarted(answer.data.id)
  }
  return (
    <form
      className={css.row}
      onSubmit={(event) => {
        event.preventDefault()
        void start()
      }}
    >
      <SelectField
        label={words().kind}
        value={kind}
        onChange={(value) => setKind(value as Kind)}
        options={words().kinds}
      />
      {kind === 'stream' && (
        <SelectField label={words().stream} value={stream} onChange={setStream} options={streamOptions()} />
      )}
      {kind === 'stream' && (
        <div className={css.grow}>
          <TextField label={words().key} value={key} onChange={setKey} mono />
        </div>
      )}
      {kind === 'range' && <TextField label={t.entries.period} value={from} onChange={setFrom} mono />}
      {kind === 'view' && <TextField label={words().whichView} value={view} onChange={setView} mono />}
      <Button type="submit" look="main" busy={isLoading} disabled={kind === 'stream' && !key.trim()}>
        {words().run}
      </Button>
      {error && (
        <p role="alert" className={css.fault}>
          {errorText(error)}
        </p>
      )}
    </form>
  )
}

const columns: readonly Column<ReplayRow>[] = [
  {
    key: 'verdict',
    title: () => t.word.state,
    width: 110,
    cell: ({ equal }) => (
      <Badge tone={equal ? 'good' : 'bad'}>{equal ? words().equal : words().differs}</Badge>
    ),
  },
  {
    key: 'what',
    title: () => words().what,
    width: 260,
    grow: true,
    cell: ({ what }) => <span title={subjectOf(what)}>{subjectOf(what)}</span>,
  },
  {
    key: 'folded',
    title: () => words().replayed,
    width: 220,
    align: 'end',
    cell: ({ folded, asset }) => <Value value={folded} asset={asset} />,
  },
  {
    key: 'live',
    title: () => words().live,
    width: 220,
    align: 'end',
    cell: ({ live, asset }) => <Value value={live} asset={asset} />,
  },
  {
    key: 'compared',
    title: () => words().compared,
    width: 100,
    align: 'end',
    cell: ({ compared }) => count(compared),
  },
  {
    key: 'first',
    title: () => words().first,
    width: 260,
    cell: ({ first, finding }) => <Found finding={finding} said={first} />,
  },
]

/** What is compared is an account or a view with its name, as in `account usdt`, or a word of its own. */
function subjectOf(what: string): string {
  const [, kind, name] = /^(account|view) (\S+)$/.exec(what) ?? []
  if (name === undefined) return codeWords(what)
  return kind === 'account' ? accountWords(name) : words().view + t.colon + codeWords(name)
}

function Value({ value, asset }: { value: string; asset: string | null | undefined }) {
  return asset ? <Amount minor={value} asset={asset} /> : <code title={value}>{value}</code>
}

function Result({ id }: { id: string }) {
  const [polling, report] = useJobPolling()
  const query = useReplaysInfoQuery({ id }, polling)
  report(query.data?.job.state, query.isError)
  return <QueryState query={query}>{(data) => <Compared data={data} />}</QueryState>
}

function Compared({ data }: { data: ReplaysInfoData }) {
  const differing = data.list.filter(({ equal }) => !equal).length
  const sorted = data.list.toSorted((one, other) => Number(one.equal) - Number(other.equal))
  return (
    <>
      <Job
        job={data.job}
        verdict={
          data.holds === null ? undefined : (
            <Badge tone={data.holds ? 'good' : 'bad'}>
              {data.holds ? words().same : words().differ(count(differing))}
            </Badge>
          )
        }
      />
      {data.list.length > 0 && (
        <DataTable
          name="replay"
          label={words().title}
          columns={columns}
          rows={sorted}
          rowKey={({ what, asset }) => `${what} ${asset}`}
          total={sorted.length}
        />
      )}
    </>
  )
}
