// Accounts whose end was asked for: when the personal data is destroyed, who asked and who approved it, and what would
// keep it. What can be done about one is on the player's page.
import { useErasureListPagesInfiniteQuery, type StaffErasure } from '../../api/endpoints.gen.ts'
import { Named } from '../../parts/Case.tsx'
import { ExportList } from '../../parts/ExportList.tsx'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/Badge.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { Go, useGo } from '../../ui/Go.tsx'
import { Id } from '../../ui/Id.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Page } from '../../ui/Page.tsx'
import { Empty } from '../../ui/states.tsx'
import { usePages } from '../../ui/usePages.ts'

const words = () => t.erasures

const columns: readonly Column<StaffErasure>[] = [
  { key: 'due', title: () => words().due, width: 170, cell: ({ erase_ms }) => <Moment ms={erase_ms} /> },
  {
    key: 'player',
    title: () => words().player,
    width: 140,
    cell: ({ player }) => <Id value={player} to={`/players/${player}`} />,
  },
  {
    key: 'hindered',
    title: () => words().hindered,
    hint: () => words().hinderedHint,
    width: 190,
    cell: ({ hindered_by: by = null }) =>
      by === null ? words().nothing : <Badge tone="warn">{words().hindrances[by] ?? by}</Badge>,
  },
  { key: 'asked', title: () => words().asked, width: 170, cell: ({ asked_ms }) => <Moment ms={asked_ms} /> },
  { key: 'by', title: () => words().by, width: 130, cell: ({ by = null }) => by ?? words().self },
  {
    key: 'approver',
    title: () => words().approver,
    width: 130,
    cell: ({ approver = null }) => approver ?? '–',
  },
  {
    key: 'reason',
    title: () => words().reason,
    width: 220,
    grow: true,
    cell: ({ reason }) =>
      reason === '' ? (
        words().noReason
      ) : (
        <span title={reason}>
          <Named text={reason} />
        </span>
      ),
  },
]

export default function ErasureScreen() {
  const pages = usePages(useErasureListPagesInfiniteQuery())
  const go = useGo()
  return (
    <Page
      title={words().title}
      sub={words().sub}
      fill
      actions={
        <>
          <Go to="/desks/proposals?kind=erasure">{words().proposed}</Go>
          <ExportList list="erasure/list" />
        </>
      }
    >
      <DataTable
        name="erasures"
        label={words().title}
        columns={columns}
        pages={pages}
        rows={pages.rows}
        rowKey={({ player }) => player}
        onOpen={({ player }) => go(`/players/${player}?tab=person`)}
        empty={
          <Empty title={words().none}>
            <p>{words().noneText}</p>
          </Empty>
        }
      />
    </Page>
  )
}
