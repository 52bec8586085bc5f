// Columns of what happened to a player.
import type { TimelineLine } from '../../api/endpoints.gen.ts'
import { t } from '../../texts/index.ts'
import { Amount } from '../../ui/Amount.tsx'
import type { Column } from '../../ui/DataTable.tsx'
import { Actor, Place } from '../../parts/Event.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { accountWords } from '../../words/accounts.ts'
import { sentenceOfValues } from '../../words/events.ts'
import css from '../../ui/layout.module.css'

export const timelineColumns: readonly Column<TimelineLine>[] = [
  {
    key: 'number',
    title: () => '#',
    width: 48,
    align: 'end',
    hint: () => t.player.slider,
    cell: ({ event }) => event.version,
  },
  { key: 'when', title: () => t.word.when, width: 160, cell: ({ event }) => <Moment ms={event.at_ms} /> },
  {
    key: 'happened',
    title: () => t.word.happened,
    width: 260,
    grow: true,
    cell: ({ event, values }) => <Said event={event} values={values} />,
  },
  {
    key: 'lines',
    title: () => t.player.lines,
    width: 56,
    align: 'end',
    hint: () => t.player.linesHint,
    cell: ({ moved }) => moved.length || '',
  },
  {
    key: 'moved',
    title: () => t.player.moved,
    width: 152,
    align: 'end',
    cell: ({ moved }) => <Moved moved={moved} />,
  },
  {
    key: 'event',
    title: () => t.word.event,
    width: 66,
    align: 'end',
    cell: ({ event }) => <Place of={event} />,
  },
]

/** The sentence, and who acted when it was not the player. */
function Said({ event, values }: Pick<TimelineLine, 'event' | 'values'>) {
  const said = sentenceOfValues(event.event_type, values)
  return (
    <span title={`${said}\n${event.actor}`}>
      {said}
      {event.actor !== 'player' && (
        <span className={css.quiet}>
          {' '}
          · <Actor actor={event.actor} />
        </span>
      )}
    </span>
  )
}

/** The first amount; all of them on hover. */
function Moved({ moved }: { moved: TimelineLine['moved'] }) {
  const [first, ...others] = moved
  if (!first) return <span className={css.quiet}>{'–'}</span>
  const all = moved.map(({ account, amount }) => `${accountWords(account)}: ${amount}`).join('\n')
  return (
    <span title={others.length > 0 ? all : accountWords(first.account)}>
      <Amount minor={first.amount} asset={first.asset} signed />
    </span>
  )
}
