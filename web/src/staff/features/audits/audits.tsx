// The laws of the books, checked on demand.
import {
  useAuditsInfoQuery,
  useAuditsRunMutation,
  type AuditsInfoData,
  type ShownLaw,
} from '../../api/endpoints.gen.ts'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { useFilters } from '../../ui/Filters.tsx'
import { Job, useJobPolling } from '../../parts/Job.tsx'
import { Page } from '../../ui/Page.tsx'
import { Said } from '../../ui/Said.tsx'
import { QueryState, Empty, errorText } from '../../ui/states.tsx'
import { count } from '../../words/money.ts'
import css from '../../ui/layout.module.css'

const words = () => t.audits
const columns: readonly Column<ShownLaw>[] = [
  { key: 'law', title: () => words().law, width: 80, cell: ({ law }) => law },
  {
    key: 'state',
    title: () => t.word.state,
    width: 110,
    cell: ({ broken }) => (
      <Badge tone={broken === 0 ? 'good' : 'bad'}>{broken === 0 ? words().holds : words().broken}</Badge>
    ),
  },
  {
    key: 'says',
    title: () => words().says,
    width: 420,
    grow: true,
    cell: ({ law, says }) => <span title={t.laws[law] ?? says}>{t.laws[law] ?? says}</span>,
  },
  {
    key: 'compared',
    title: () => words().compared,
    width: 120,
    align: 'end',
    cell: ({ compared }) => count(compared),
  },
  {
    key: 'broken',
    title: () => words().findings,
    width: 100,
    align: 'end',
    cell: ({ broken }) => count(broken),
  },
  {
    key: 'first',
    title: () => words().first,
    width: 280,
    cell: ({ first }) => <Said text={first} />,
  },
]

export default function AuditsScreen() {
  const [{ job }, set] = useFilters(['job'])
  const [run, { isLoading, error }] = useAuditsRunMutation()
  const start = async () => {
    const answer = await run()
    if (answer.data) set({ job: answer.data.id })
  }
  return (
    <Page
      title={words().title}
      sub={words().sub}
      actions={
        <Button look="main" busy={isLoading} onClick={() => void start()}>
          {words().run}
        </Button>
      }
      fill
    >
      {error && (
        <p role="alert" className={css.fault}>
          {errorText(error)}
        </p>
      )}
      {job ? (
        <Result key={job} id={job} />
      ) : (
        <Empty title={words().none}>
          <p>{words().noneText}</p>
        </Empty>
      )}
    </Page>
  )
}

function Result({ id }: { id: string }) {
  const [polling, report] = useJobPolling()
  const query = useAuditsInfoQuery({ id }, polling)
  report(query.data?.job.state, query.isError)
  return <QueryState query={query}>{(data) => <Laws data={data} />}</QueryState>
}

function Laws({ data }: { data: AuditsInfoData }) {
  const broken = data.list.filter((law) => law.broken > 0).length
  const sorted = data.list.toSorted((one, other) => Number(other.broken > 0) - Number(one.broken > 0))
  return (
    <>
      <Job
        job={data.job}
        verdict={
          data.holds === null ? undefined : (
            <Badge tone={data.holds ? 'good' : 'bad'}>
              {data.holds ? words().all(count(data.list.length)) : words().some(count(broken))}
            </Badge>
          )
        }
      />
      {data.list.length > 0 && (
        <DataTable
          name="audits"
          label={words().title}
          columns={columns}
          rows={sorted}
          rowKey={({ law }) => law}
          total={sorted.length}
        />
      )}
    </>
  )
}
