// Custody compared line by line: a form that begins a comparison, and what the last one found. The comparison, the
// filters and the open line are in the address.
import { Job, useJobPolling } from '../../parts/Job.tsx'
import { useReconciliationInfoQuery } from '../../api/endpoints.gen.ts'
import { breaksFile } from '../../api/statements.ts'
import { t } from '../../texts/index.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { rangeKeys, useFilters } from '../../ui/Filters.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Figure, Figures, Page, Panel } from '../../ui/Page.tsx'
import { Empty, QueryState } from '../../ui/states.tsx'
import { count, sumOf } from '../../words/money.ts'
import { utcDay } from '../../words/time.ts'
import type { ReconciledCount, ReconciliationFound, ReconciliationInfoData } from '../../api/endpoints.gen.ts'
import { Ask } from './Ask.tsx'
import { Lines } from './Lines.tsx'
import own from './reconciliation.module.css'

const words = () => t.reconciliation

export default function ReconciliationScreen() {
  const [{ job }, set] = useFilters(['job', 'part', 'kind', 'age', 'search', 'open', ...rangeKeys])
  const start = (id: string | null) =>
    set({ job: id, part: null, kind: null, age: null, search: null, open: null, from: null, until: null })
  return (
    <Page
      title={words().title}
      sub={words().sub}
      actions={
        job && (
          <>
            <a className={own.file} href={breaksFile(job)} download="breaks.csv">
              {words().csv}
            </a>
            <Button onClick={() => start(null)}>{words().again}</Button>
          </>
        )
      }
      fill
    >
      {job ? (
        <Result key={job} id={job} />
      ) : (
        <>
          <Panel title={words().compare}>
            <Ask onStarted={start} />
          </Panel>
          <Empty title={words().ask}>
            <p>{words().askText}</p>
          </Empty>
        </>
      )}
    </Page>
  )
}

function Result({ id }: { id: string }) {
  const [polling, report] = useJobPolling()
  const query = useReconciliationInfoQuery({ id }, polling)
  report(query.data?.job.state, query.isError)
  return (
    <QueryState query={query}>
      {(data) => (
        <>
          <Job job={data.job} verdict={<Verdict data={data} />} />
          {data.found && <Found id={id} found={data.found} />}
        </>
      )}
    </QueryState>
  )
}

/** What was compared, and whether it fits. */
function Verdict({ data: { file = null, found = null, ...asked } }: { data: ReconciliationInfoData }) {
  if (found === null) return null
  const breaks = found.breaks.reduce((sum, one) => sum + one.count, 0)
  return (
    <>
      <Badge tone={breaks === 0 ? 'good' : 'bad'}>
        {breaks === 0 ? words().fits : words().broken(count(breaks))}
      </Badge>
      <strong>{file ?? words().ofChain}</strong>
      <span>
        {utcDay(asked.first_ms)} – {utcDay(asked.last_ms)}
        {t.clause}
        {words().span(String(asked.window))}
      </span>
    </>
  )
}

function Found({ id, found }: { id: string; found: ReconciliationFound }) {
  const { statement, journal, pairs, breaks, oldest_ms: oldest = null } = found
  const broken = total(breaks)
  return (
    <>
      <Figures>
        <Side name={words().statement} side={statement} />
        <Side
          name={words().journal}
          side={journal}
          more={found.outside > 0 ? words().outside(count(found.outside)) : ''}
        />
        <Figure
          name={words().pairs}
          value={count(total(pairs).count)}
          note={pairs
            .map(({ of, count: many }) => `${count(many)} ${words().rules[of ?? ''] ?? of}`)
            .join(t.clause)}
        />
        <Figure
          name={words().breaks}
          value={count(broken.count)}
          note={
            <>
              <Amount minor={broken.sum} asset="usdt" />
              {oldest !== null && (
                <>
                  {words().oldest} <Moment ms={oldest} />
                </>
              )}
            </>
          }
          tone={broken.count > 0 ? 'bad' : 'good'}
        />
      </Figures>
      <Lines id={id} found={found} />
    </>
  )
}

function Side({ name, side, more = '' }: { name: string; side: ReconciledCount; more?: string }) {
  const note = [words().lines(count(side.count)), more].filter(Boolean).join(t.semicolon)
  return <Figure name={name} value={<Amount minor={side.sum} asset="usdt" signed />} note={note} />
}

function total(counts: readonly ReconciledCount[]): { count: number; sum: string } {
  return {
    count: counts.reduce((sum, one) => sum + one.count, 0),
    sum: sumOf(counts.map(({ sum }) => sum)),
  }
}
