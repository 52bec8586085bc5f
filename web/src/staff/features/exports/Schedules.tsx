// Exports that are made again and again, and their end.
import { useState } from 'react'
import {
  useExportsSchedulesQuery,
  useExportsStopMutation,
  type ExportSchedule,
} from '../../api/endpoints.gen.ts'
import { useCan } from '../../api/store.ts'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Panel, Plain } from '../../ui/Page.tsx'
import { Empty, QueryState } from '../../ui/states.tsx'
import { useNotice } from '../../ui/useNotice.tsx'
import { ActionDialog } from '../../parts/ActionDialog.tsx'
import { ExportList } from '../../parts/ExportList.tsx'
import { filtersOf, listWords } from '../../words/exports.ts'

const words = () => t.exportList

const oftenWords = (every: string) => words().times.find(([key]) => key === every)?.[1] ?? every

export function Schedules() {
  const query = useExportsSchedulesQuery()
  const mayStop = useCan('exports.stop')
  const [stopping, setStopping] = useState<ExportSchedule | null>(null)
  const [done, say] = useNotice()
  return (
    <Panel title={words().schedules} pad={false} aside={<ExportList list="exports/schedules" />}>
      {done}
      <QueryState query={query}>
        {({ list }) =>
          list.length === 0 ? (
            <Empty title={words().noSchedules} />
          ) : (
            <Plain
              label={words().schedules}
              head={[
                { title: words().what },
                { title: words().withFilters },
                { title: words().every },
                { title: words().due },
                { title: words().by },
                { title: t.word.reason },
                { title: words().keptFor, end: true },
                ...(mayStop ? [{ title: words().stop }] : []),
              ]}
              rows={list.map((one) => ({
                key: one.schedule,
                cells: [
                  `${listWords(one.what)} (${one.format})`,
                  filtersOf(one.filters),
                  oftenWords(one.every) + t.clause + words().at(String(one.hour).padStart(2, '0')),
                  <Moment key="due" ms={one.due_ms} />,
                  one.by,
                  one.reason,
                  words().days(String(one.kept_days)),
                  ...(mayStop
                    ? [
                        <Button key="stop" onClick={() => setStopping(one)}>
                          {words().stop}
                        </Button>,
                      ]
                    : []),
                ],
              }))}
            />
          )
        }
      </QueryState>
      {stopping && (
        <Stop of={stopping} onDone={() => say(words().stopped)} onClose={() => setStopping(null)} />
      )}
    </Panel>
  )
}

function Stop({ of, onDone, onClose }: { of: ExportSchedule; onDone: () => void; onClose: () => void }) {
  const [stop] = useExportsStopMutation()
  return (
    <ActionDialog
      title={words().stopTitle(listWords(of.what))}
      label={words().stop}
      danger
      act={(reason) => stop({ schedule: of.schedule, reason })}
      onDone={() => {
        onDone()
        onClose()
      }}
      onClose={onClose}
    />
  )
}
