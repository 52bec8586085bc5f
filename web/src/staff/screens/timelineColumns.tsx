// Columns of what happened to a player.
import type { TimelineLine } from '../api/endpoints.gen.ts'
import { t } from '../texts/index.ts'
import { Amount } from '../ui/Amount.tsx'
import type { Column } from '../ui/DataTable.tsx'
import { Actor, Place } from '../ui/Event.tsx'
import { Moment } from '../ui/Moment.tsx'
import { accountWords } from '../words/accounts.ts'
import { sentenceOfValues } from '../words/events.ts'
import css from './screens.module.css'

export const timelineColumns: readonly Column<TimelineLine>[] = [
  { key: 'number', title: '#', width: 56, align: 'end', hint: t.player.slider, cell: ({ event }) => event.version },
  { key: 'when', title: t.word.when, width: 148, cell: ({ event }) => <Moment ms={event.at_ms} /> },
  { key: 'told', title: t.word.happened, width: 260, grow: true, cell: ({ event, values }) => <Said name={event.event_type} values={values} /> },
  { key: 'moved', title: t.player.moved, width: 210, align: 'end', cell: ({ moved }) => <Moved moved={moved} /> },
  { key: 'actor', title: t.word.actor, width: 92, cell: ({ event }) => <Actor actor={event.actor} /> },
  { key: 'event', title: t.word.event, width: 70, align: 'end', cell: ({ event }) => <Place of={event} /> },
]

function Said({ name, values }: { name: string; values: TimelineLine['values'] }) {
  const said = sentenceOfValues(name, values)
  return <span title={said}>{said}</span>
}

/** The first amount, and how many more; all of them on hover. */
function Moved({ moved }: { moved: TimelineLine['moved'] }) {
  const [first, ...others] = moved
  if (!first) return <span className={css.quiet}>{'–'}</span>
  const all = moved.map(({ account, amount }) => `${accountWords(account)}: ${amount}`).join('\n')
  return <span title={others.length > 0 ? all : accountWords(first.account)}>{others.length > 0 && <span className={css.quiet}>+{others.length} </span>}<Amount minor={first.amount} asset={first.asset} signed /></span>
}
