// The cases that concern a player, and the way to open another.
import { useCasesListPagesInfiniteQuery } from '../../api/endpoints.gen.ts'
import { useCan, useWritable } from '../../api/store.ts'
import { ShowsNow } from '../../parts/AsOf.tsx'
import { caseColumns } from '../../parts/Case.tsx'
import { useFresh } from '../../parts/useFresh.ts'
import { t } from '../../texts/index.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { Go, useGo } from '../../ui/Go.tsx'
import { Empty } from '../../ui/states.tsx'
import { usePages } from '../../ui/usePages.ts'
import { casePath } from '../../words/cases.ts'

const words = () => t.player
/** Whom they concern is known here. */
const columns = caseColumns.filter(({ key }) => key !== 'player')

export function PlayerCases({ player }: { player: string }) {
  const pages = usePages(useFresh(useCasesListPagesInfiniteQuery({ player })))
  const go = useGo()
  const mayOpen = useCan('cases.open')
  const writable = useWritable()
  return (
    <>
      <ShowsNow />
      {mayOpen && writable && (
        <p>
          <Go to={`/desks/cases?kind=player&about=${player}`}>{words().openCase}</Go>
        </p>
      )}
      <DataTable
        name="player cases"
        label={words().tabs.cases}
        columns={columns}
        pages={pages}
        rows={pages.rows}
        rowKey={({ case: number }) => number}
        onOpen={({ case: number }) => go(casePath(number))}
        empty={<Empty title={words().noCases} />}
      />
    </>
  )
}
