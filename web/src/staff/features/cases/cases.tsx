// Cases: what members of staff look into together. Open ones first; what was written in one stands beside the list.
import { useState } from 'react'
import { useCasesListPagesInfiniteQuery } from '../../api/endpoints.gen.ts'
import { useCan, useStaff } from '../../api/store.ts'
import { caseColumns } from '../../parts/Case.tsx'
import { ExportList } from '../../parts/ExportList.tsx'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { FilterBar, rangeKeys, useFilters } from '../../ui/Filters.tsx'
import { Page } from '../../ui/Page.tsx'
import { Split } from '../../ui/Split.tsx'
import { Empty } from '../../ui/states.tsx'
import { useNotice } from '../../ui/useNotice.tsx'
import { usePages } from '../../ui/usePages.ts'
import { OpenCase } from './OpenCase.tsx'
import { OneCase } from './OneCase.tsx'

const words = () => t.cases
/** Beside an open case, which says the rest. */
const few = caseColumns.filter(({ key }) => ['case', 'state', 'title', 'assignee'].includes(key))

export default function CasesScreen() {
  const filters = useFilters(['state', 'assignee', 'player', 'open', 'kind', 'about', ...rangeKeys])
  const [{ state = 'open', assignee, player, open, kind, about, ...range }, set] = filters
  const asked = {
    state: state === 'all' ? null : state,
    assignee: assignee ?? null,
    player: player ?? null,
    ...range,
  }
  const pages = usePages(useCasesListPagesInfiniteQuery(asked))
  const me = useStaff(({ session }) => session.me?.name ?? '')
  const mayOpen = useCan('cases.open')
  const [asking, setAsking] = useState(about !== undefined)
  const [done, say] = useNotice()
  return (
    <Page
      title={words().title}
      sub={words().sub}
      fill
      actions={
        <>
          <ExportList list="cases/list" body={asked} />
          {mayOpen && <Button onClick={() => setAsking(true)}>{words().open}</Button>}
        </>
      }
    >
      <FilterBar
        filters={[
          {
            key: 'state',
            label: words().state,
            options: [...Object.entries(words().states), ['all', t.word.all]],
          },
          { key: 'assignee', label: words().assignee, offers: [me] },
          { key: 'player', label: t.word.player, wide: true },
        ]}
        range
        values={{ state, assignee, player, ...range }}
        onChange={set}
      />
      {done}
      <Split
        list={
          <DataTable
            name="cases"
            label={words().title}
            columns={open ? few : caseColumns}
            pages={pages}
            rows={pages.rows}
            rowKey={({ case: number }) => number}
            onOpen={({ case: number }) => set({ open: number })}
            openKey={open ?? null}
            empty={
              <Empty title={words().none}>
                <p>{words().noneText}</p>
              </Empty>
            }
          />
        }
        aside={open ? <OneCase key={open} number={open} say={say} /> : null}
      />
      {asking && (
        <OpenCase
          known={{ kind, about }}
          onClose={() => setAsking(false)}
          onDone={(number) => {
            setAsking(false)
            set({ open: number, kind: null, about: null })
            say(words().done.open)
          }}
        />
      )}
    </Page>
  )
}
