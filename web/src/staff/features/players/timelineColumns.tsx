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
    key: 'moved',
    title: () => t.player.moved,
    width: 268,
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

/** Lines of its row: one for each account that it moved. */
export const timelineLines = ({ moved }: TimelineLine): number => Math.max(1, moved.length)

/** Every leg with its account, one below the other: paper and a finger have no hover. */
function Moved({ moved }: { moved: TimelineLine['moved'] }) {
  if (moved.length === 0) return <span className={css.quiet}>{'–'}</span>
  return moved.map(({ account, asset, amount }, leg) => (
    // One event may move an account twice.
    <div key={`${account} ${leg}`}>
      <span className={css.quiet}>{accountWords(account)}</span>{' '}
      <Amount minor={amount} asset={asset} signed />
    </div>
  ))
}
