// The product's numbers: sections with versions. A change is written as the whole section, its differences stand beside
// it while it is written, the server computes what it would mean, and it holds only after a second person's yes.
import { useState } from 'react'
import { useCan } from '../../api/store.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { Changes } from '../../ui/Diff.tsx'
import { useFilters } from '../../ui/Filters.tsx'
import { Go } from '../../ui/Go.tsx'
import { Id } from '../../ui/Id.tsx'
import { Json } from '../../ui/Json.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Facts, Page, Panel } from '../../ui/Page.tsx'
import { ExportList } from '../../parts/ExportList.tsx'
import { QueryState } from '../../ui/states.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import {
  useConfigInfoQuery,
  useConfigListQuery,
  type ConfigInfoData,
  type StaffChange,
  type StaffSection,
} from '../../api/endpoints.gen.ts'
import { Editor } from './Editor.tsx'
import { Fields } from './Fields.tsx'
import { labelOf } from '../../words/labels.ts'
import { writtenChange } from '../../words/changes.ts'
import { CheckedFacts } from '../../parts/CheckedFacts.tsx'
import { Split } from '../../ui/Split.tsx'
import { t } from '../../texts/index.ts'
import css from '../../ui/layout.module.css'

const words = () => t.config

const columns: readonly Column<StaffSection>[] = [
  {
    key: 'section',
    title: () => words().section,
    width: 100,
    grow: true,
    cell: ({ section }) => <strong>{labelOf(section)}</strong>,
  },
  { key: 'version', title: () => words().version, width: 72, align: 'end', cell: ({ in_force }) => in_force },
  {
    key: 'come',
    title: () => words().toCome,
    width: 170,
    cell: ({ to_come }) => (to_come[0] ? <Moment ms={to_come[0].effective_ms} /> : words().none),
  },
  {
    key: 'waiting',
    title: () => words().waiting,
    width: 112,
    cell: ({ waiting }) =>
      waiting.length > 0 ? <Badge tone="warn">{words().waits(String(waiting.length))}</Badge> : words().none,
  },
]
/** Beside an open section, which shows what comes next. */
const few = columns.filter(({ key }) => key !== 'come')

export default function ConfigScreen() {
  const query = useConfigListQuery()
  const [{ open }, set] = useFilters(['open'])
  return (
    <Page title={words().title} sub={words().sub} fill actions={<ExportList list="config/list" />}>
      <QueryState query={query}>
        {({ list }) => (
          <Split
            wide
            list={
              <DataTable
                name="config"
                label={words().title}
                columns={open ? few : columns}
                rows={list}
                rowKey={({ section }) => section}
                onOpen={({ section }) => set({ open: section })}
                openKey={open ?? null}
                total={list.length}
              />
            }
            aside={open ? <Section key={open} section={open} /> : null}
          />
        )}
      </QueryState>
    </Page>
  )
}

function Section({ section }: { section: string }) {
  const query = useConfigInfoQuery({ section })
  return (
    <QueryState query={query} rows={14}>
      {(data) => <Shown data={data} />}
    </QueryState>
  )
}

function Shown({ data }: { data: ConfigInfoData }) {
  const [tab, setTab] = useState('fields')
  const [editing, setEditing] = useState(false)
  const [proposed, setProposed] = useState<StaffChange | null>(null)
  const mayPropose = useCan('config.propose')
  // What was approved and does not hold yet.
  const ahead = [
    ...(data.section.newest === data.section.in_force
      ? []
      : [[words().newest, data.section.newest] as const]),
    ...data.section.to_come.map(
      ({ version, effective_ms }) =>
        [
          words().version,
          <span key={version}>
            {version}
            {t.clause}
            {words().holdsFrom} <Moment ms={effective_ms} zone />
          </span>,
        ] as const,
    ),
  ]
  return (
    <Panel
      title={labelOf(data.section.section)}
      aside={<Badge tone="good">{words().inForce(String(data.section.in_force))}</Badge>}
    >
      <div className={css.stack}>
        {ahead.length > 0 && <Facts facts={ahead} />}
        {[
          ...(proposed && !data.changes.some(({ proposal }) => proposal === proposed.proposal)
            ? [proposed]
            : []),
          ...data.changes,
        ].map((change) => (
          <Change key={change.proposal} change={change} />
        ))}
        {mayPropose && !editing && (
          <div className={css.actions}>
            <Button look="main" onClick={() => setEditing(true)}>
              {words().change}
            </Button>
          </div>
        )}
        {editing ? (
          <Editor
            data={data}
            onClose={() => setEditing(false)}
            onDone={(result) => {
              setEditing(false)
              setProposed(result)
            }}
          />
        ) : (
          <>
            <Tabs
              label={words().how}
              options={[
                ['fields', words().asFields],
                ['text', words().asText],
              ]}
              value={tab}
              onChange={setTab}
            />
            {tab === 'text' ? (
              <Json value={data.body} label={words().document} />
            ) : (
              <Fields value={data.body} path={[]} edit={null} />
            )}
          </>
        )}
      </div>
    </Panel>
  )
}

/** A proposal with what the server computed of it. */
function Change({ change }: { change: StaffChange }) {
  return (
    <section className={css.card} role="status">
      <strong>{words().proposedAs(String(change.version), change.author)}</strong>
      <Facts
        facts={[
          [t.proposals.reason, change.reason],
          [t.proposals.when, <Moment key="at" ms={change.at_ms} zone />],
          [words().digest, <Id key="digest" value={change.digest} />],
          [
            words().waiting,
            <Go key="look" to={`/desks/proposals?open=${change.proposal}`}>
              {words().look}
            </Go>,
          ],
        ]}
      />
      <Changes changes={change.diff.map(writtenChange)} />
      {change.checks.length > 0 && <CheckedFacts facts={change.checks} label={words().figures} />}
    </section>
  )
}
