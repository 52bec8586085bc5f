// The projections desk: how far each view is behind its log, and making one anew beside the old rows: compared first,
// and only then, if asked for, serving.
import { useState } from 'react'
import { useCan } from '../../api/store.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { CheckField } from '../../ui/Field.tsx'
import { useFilters } from '../../ui/Filters.tsx'
import { Job, useJobPolling } from '../../parts/Job.tsx'
import { Facts, Page, Panel } from '../../ui/Page.tsx'
import { Found } from '../../parts/Found.tsx'
import { QueryState } from '../../ui/states.tsx'
import { count } from '../../words/money.ts'
import { codeWords } from '../../words/codes.ts'
import { span } from '../../words/spans.ts'
import {
  useViewsInfoQuery,
  useViewsListQuery,
  useViewsRebuildMutation,
  type StaffRebuilt,
  type StaffView,
  type ViewsStarted,
} from '../../api/endpoints.gen.ts'
import { ActionDialog } from '../../parts/ActionDialog.tsx'
import { useNotice } from '../../ui/useNotice.tsx'
import { Split } from '../../ui/Split.tsx'
import { ExportList } from '../../parts/ExportList.tsx'
import { t } from '../../texts/index.ts'
import css from '../../ui/layout.module.css'

const words = () => t.views
/** Between two looks at how far views are behind. */
const listEveryMs = 10_000

const columns: readonly Column<StaffView>[] = [
  {
    key: 'view',
    title: () => words().view,
    width: 140,
    grow: true,
    cell: ({ view }) => <strong>{codeWords(view)}</strong>,
  },
  { key: 'state', title: () => words().state, width: 120, cell: (view) => <State view={view} /> },
  { key: 'mode', title: () => words().mode, width: 92, cell: ({ mode }) => codeWords(mode) },
  {
    key: 'log',
    title: () => words().log,
    width: 48,
    align: 'end',
    cell: ({ partition }) => partition,
  },
  {
    key: 'behind',
    title: () => words().behind,
    width: 80,
    align: 'end',
    cell: ({ behind }) => count(behind),
  },
  {
    key: 'age',
    title: () => words().age,
    width: 110,
    align: 'end',
    cell: ({ behind_ms, behind }) => (behind === 0 ? '–' : span(behind_ms)),
  },
]
const keyOf = ({ view, partition }: StaffView): string => `${view} ${partition}`

export default function ViewsScreen() {
  const query = useViewsListQuery(undefined, { pollingInterval: listEveryMs, skipPollingIfUnfocused: true })
  const [{ open }, set] = useFilters(['open'])
  return (
    <Page title={words().title} sub={words().sub} fill actions={<ExportList list="views/list" />}>
      <QueryState query={query}>
        {({ list }) => {
          const view = list.find((each) => keyOf(each) === open)
          return (
            <Split
              list={
                <DataTable
                  name="views"
                  label={words().title}
                  columns={columns}
                  rows={list}
                  rowKey={keyOf}
                  onOpen={(each) => set({ open: keyOf(each) })}
                  openKey={open ?? null}
                  total={list.length}
                />
              }
              aside={view ? <View key={view.view} view={view} /> : null}
            />
          )
        }}
      </QueryState>
    </Page>
  )
}

function State({ view: { behind, stopped_at: stoppedAt = null } }: { view: StaffView }) {
  if (stoppedAt !== null) return <Badge tone="bad">{words().stopped}</Badge>
  return behind === 0 ? (
    <Badge tone="good">{words().upToDate}</Badge>
  ) : (
    <Badge tone="warn">{words().follows}</Badge>
  )
}

function View({ view }: { view: StaffView }) {
  const [asking, setAsking] = useState(false)
  const [swap, setSwap] = useState(false)
  const [job, setJob] = useState<string | null>(null)
  const [rebuild] = useViewsRebuildMutation()
  const [done, say] = useNotice()
  const mayRebuild = useCan('views.rebuild')
  const { stopped_at: stoppedAt = null } = view
  return (
    <Panel title={codeWords(view.view)} aside={<State view={view} />}>
      <div className={css.stack}>
        <Facts
          facts={[
            [words().mode, codeWords(view.mode)],
            [words().behind, count(view.behind)],
            ...(stoppedAt === null
              ? []
              : [
                  [words().stoppedAt, count(stoppedAt)] as const,
                  [
                    words().why,
                    <Found key="w" finding={view.stopped_finding} said={view.stopped_why} />,
                  ] as const,
                ]),
          ]}
        />
        {done}
        {job !== null && <Rebuild key={job} job={job} />}
        {mayRebuild && (
          <div className={css.actions}>
            <Button look="main" onClick={() => setAsking(true)}>
              {words().rebuild}
            </Button>
          </div>
        )}
      </div>
      {asking && (
        <ActionDialog
          title={words().rebuildTitle(codeWords(view.view))}
          label={swap ? words().swap : words().compare}
          danger={swap}
          act={(reason) => rebuild({ view: view.view, swap, reason })}
          onClose={() => setAsking(false)}
          onDone={(result) => {
            setAsking(false)
            setJob((result as ViewsStarted).job)
            say(words().started)
          }}
        >
          <p>{words().rebuildText}</p>
          <CheckField label={words().serve} checked={swap} onChange={setSwap} />
        </ActionDialog>
      )}
    </Panel>
  )
}

/** A rebuild under way, and what it found. */
function Rebuild({ job }: { job: string }) {
  const [polling, report] = useJobPolling()
  const { data, isError } = useViewsInfoQuery({ job }, polling)
  report(data?.state, isError)
  if (!data) return null
  const { state, done, total, why = null, finding = null } = data
  return (
    <Job
      job={{ state, done, total, problem: why, finding }}
      states={words().job}
      label={words().progress}
      verdict={data.report && <Verdict report={data.report} />}
    >
      {data.report && <Report report={data.report} />}
    </Job>
  )
}

function Verdict({ report: { different } }: { report: StaffRebuilt }) {
  return (
    <Badge tone={different === 0 ? 'good' : 'bad'}>
      {different === 0 ? words().same : words().different(count(different))}
    </Badge>
  )
}

function Report({ report }: { report: StaffRebuilt }) {
  const { first_live: live = null, first_rebuilt: rebuilt = null } = report
  return (
    <Facts
      facts={[
        [words().live, count(report.live)],
        [words().rebuilt, count(report.rebuilt)],
        [words().swapped, report.swapped ? t.word.yes : t.word.no],
        ...(live === null && rebuilt === null
          ? []
          : [
              [words().firstLive, <code key="l">{live ?? t.word.none}</code>] as const,
              [words().firstRebuilt, <code key="r">{rebuilt ?? t.word.none}</code>] as const,
            ]),
      ]}
    />
  )
}
