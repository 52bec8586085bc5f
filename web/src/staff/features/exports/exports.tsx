// Exports: events and postings, or the books as a journal, with a signed manifest.
import { useEffect, useState } from 'react'
import {
  useExportsInfoQuery,
  useExportsStartMutation,
  type ExportsInfoData,
} from '../../api/endpoints.gen.ts'
import { usePast } from '../../api/store.ts'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/Button.tsx'
import { SelectField, TextField } from '../../ui/Field.tsx'
import { FilterBar, rangeKeys, useFilters } from '../../ui/Filters.tsx'
import { Go } from '../../ui/Go.tsx'
import { Id } from '../../ui/Id.tsx'
import { isReason } from '../../parts/ActionDialog.tsx'
import { Job, useJobPolling } from '../../parts/Job.tsx'
import { Page, Panel, Plain } from '../../ui/Page.tsx'
import { QueryState, errorText } from '../../ui/states.tsx'
import { count } from '../../words/money.ts'
import { rangeBody, type Range } from '../../words/ranges.ts'
import { size } from '../../words/size.ts'
import { History, pathOf } from './History.tsx'
import { Schedules } from './Schedules.tsx'
import css from '../../ui/layout.module.css'

const words = () => t.exports

export default function ExportsScreen() {
  const [{ job, player, ...range }, set] = useFilters(['job', 'player', ...rangeKeys])
  const [state, setState] = useState<string>()
  return (
    <Page title={words().title} sub={words().sub} actions={<Go to="/bundle">{words().verify}</Go>}>
      <Panel title={words().start}>
        <div className={css.stack}>
          <FilterBar filters={[]} range values={range} onChange={set} />
          <Form player={player ?? ''} range={range} onStarted={(id) => set({ job: id })} />
        </div>
      </Panel>
      {job ? (
        <Result key={job} id={job} onState={setState} />
      ) : (
        <p className={css.quiet}>{words().askText}</p>
      )}
      <History state={state} />
      <Schedules />
    </Page>
  )
}

function Form({
  player: known,
  range,
  onStarted,
}: {
  player: string
  range: Range
  onStarted: (id: string) => void
}) {
  const past = usePast()
  const [run, { isLoading, error }] = useExportsStartMutation()
  const [format, setFormat] = useState('ndjson')
  const [player, setPlayer] = useState(known)
  const [reason, setReason] = useState('')
  const why = isReason(reason) ? undefined : t.act.needsReason
  const start = async () => {
    const answer = await run({
      format,
      reason: reason.trim(),
      ...(player.trim() ? { player: player.trim() } : {}),
      // A period ends by itself; without an end of its own at the moment of the console.
      ...(range.until ? {} : past),
      ...rangeBody(range),
    })
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
      <SelectField label={words().format} value={format} onChange={setFormat} options={words().formats} />
      <div className={css.grow}>
        <TextField label={words().player} value={player} onChange={setPlayer} mono />
      </div>
      <div className={css.grow}>
        <TextField label={t.act.reason} value={reason} onChange={setReason} required />
      </div>
      <Button type="submit" look="main" busy={isLoading} disabled={why !== undefined} title={why}>
        {words().start}
      </Button>
      {error && (
        <p role="alert" className={css.fault}>
          {errorText(error)}
        </p>
      )}
    </form>
  )
}

function Result({ id, onState }: { id: string; onState: (state: string | undefined) => void }) {
  const [polling, report] = useJobPolling()
  const query = useExportsInfoQuery({ id }, polling)
  const state = query.data?.job.state
  report(state, query.isError)
  useEffect(() => onState(state), [state, onState])
  return <QueryState query={query}>{(data) => <Files id={id} data={data} />}</QueryState>
}

function Files({ id, data }: { id: string; data: ExportsInfoData }) {
  return (
    <>
      <Job job={data.job} />
      {data.checkpoint && <p className={css.quiet}>{words().ends}</p>}
      {data.files.length > 0 && (
        <Panel title={words().files} pad={false}>
          <Plain
            label={words().files}
            head={[
              { title: t.word.name },
              { title: words().rows, end: true },
              { title: words().bytes, end: true },
              { title: words().sha },
              { title: words().file },
            ]}
            rows={data.files.map((file) => ({
              key: file.name,
              cells: [
                file.name,
                file.rows > 0 ? count(file.rows) : '–',
                size(file.bytes),
                file.sha256 ? <Id key="h" value={file.sha256} /> : words().manifest,
                <a key="d" href={pathOf(id, file.name)} download={file.name}>
                  {words().download}
                </a>,
              ],
            }))}
          />
        </Panel>
      )}
    </>
  )
}
