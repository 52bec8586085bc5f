// Cases wherever they are met: the number as a link, numbers inside a text, and the columns of a list of them.
import type { StaffCase } from '../api/endpoints.gen.ts'
import { useCan } from '../api/store.ts'
import { t } from '../texts/index.ts'
import { Badge } from '../ui/Badge.tsx'
import type { Column } from '../ui/DataTable.tsx'
import { Go } from '../ui/Go.tsx'
import { Id } from '../ui/Id.tsx'
import css from '../ui/layout.module.css'
import { Moment } from '../ui/Moment.tsx'
import { caseNumbers, casePath } from '../words/cases.ts'
import { codeWords } from '../words/codes.ts'

const words = () => t.cases

/** A text that people wrote, with the cases that it names as links for whoever may open them. */
export function Named({ text }: { text: string }) {
  const opens = useCan('cases.info')
  const parts = text.split(caseNumbers)
  if (!opens || parts.length === 1) return text
  return (
    <>
      {parts.map((part, index) =>
        // What matched stands between what did not.
        index % 2 === 1 ? (
          <Go key={`${part} ${index}`} to={casePath(part)} className={css.inText}>
            {part}
          </Go>
        ) : (
          part
        ),
      )}
    </>
  )
}

export function CaseState({ state }: { state: string }) {
  return <Badge tone={state === 'open' ? 'warn' : 'plain'}>{words().states[state] ?? codeWords(state)}</Badge>
}

export const caseColumns: readonly Column<StaffCase>[] = [
  {
    key: 'case',
    title: () => words().number,
    width: 128,
    cell: ({ case: number }) => <Id value={number} to={casePath(number)} />,
  },
  { key: 'state', title: () => words().state, width: 84, cell: ({ state }) => <CaseState state={state} /> },
  {
    key: 'title',
    title: () => words().about,
    width: 200,
    grow: true,
    cell: ({ title }) => <span title={title}>{title}</span>,
  },
  {
    key: 'player',
    title: () => t.word.player,
    width: 142,
    cell: ({ player = null }) => (player === null ? '–' : <Id value={player} to={`/players/${player}`} />),
  },
  {
    key: 'assignee',
    title: () => words().assignee,
    width: 110,
    cell: ({ assignee = null }) => assignee ?? '–',
  },
  {
    key: 'opened',
    title: () => words().opened,
    width: 160,
    cell: ({ opened_ms }) => <Moment ms={opened_ms} />,
  },
  {
    key: 'changed',
    title: () => words().changed,
    width: 160,
    cell: ({ changed_ms }) => <Moment ms={changed_ms} />,
  },
]
