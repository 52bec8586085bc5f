// Pieces that show an event: its place in the log, its owner, and the columns of a list of events.
import { codeWords } from '../words/codes.ts'
import type { EventHeading } from '../api/endpoints.gen.ts'
import { t } from '../texts/index.ts'
import { typeWords } from '../words/events.ts'
import type { Column } from '../ui/DataTable.tsx'
import { Go } from '../ui/Go.tsx'
import { Id } from '../ui/Id.tsx'
import { Moment } from '../ui/Moment.tsx'
import css from './event.module.css'

/** A place in the log, which leads to its event. With one log its number is enough. */
export function Place({ of: { partition, position } }: { of: Pick<EventHeading, 'partition' | 'position'> }) {
  return (
    <Go to={`/events/${partition}/${position}`} className={css.place}>
      {partition === 0 ? position : `${partition}:${position}`}
    </Go>
  )
}

/** Whose account: a player, or the house. */
export function Owner({ owner }: { owner: string | null | undefined }) {
  if (!owner || owner === 'house') return <span className={css.quiet}>{t.word.house}</span>
  return <Id value={owner} to={`/players/${owner}`} />
}

/** The type as words; its recorded name on hover. */
export function TypeName({ name }: { name: string }) {
  return <span title={name}>{typeWords(name)}</span>
}

/** Who acted: staff by name, players as players. */
export function Actor({ actor }: { actor: string }) {
  const [kind, id = ''] = actor.split(/:(.*)/s)
  if (/^[0-9a-f-]{36}$/.test(id))
    return (
      <span title={actor}>
        {codeWords(kind ?? '')} {id.slice(0, 8)}
      </span>
    )
  return <span title={actor}>{kind === 'staff' ? id : actor.split(':').map(codeWords).join(' ')}</span>
}

/** The event's stream, which leads to the player or to the stream's events. */
export function StreamName({ stream, id }: { stream: string; id: string }) {
  return (
    <Id
      value={id}
      to={stream === 'player' ? `/players/${id}` : `/events?stream=${stream}&key=${encodeURIComponent(id)}`}
    >
      {codeWords(stream)} {id.length > 12 ? `${id.slice(0, 8)}…` : codeWords(id)}
    </Id>
  )
}

/** An event as lists carry it: what it is, without what it says. */
export const eventColumns: readonly Column<EventHeading>[] = [
  {
    key: 'position',
    title: () => t.word.position,
    width: 90,
    align: 'end',
    cell: (event) => <Place of={event} />,
  },
  { key: 'when', title: () => t.word.when, width: 162, cell: ({ at_ms }) => <Moment ms={at_ms} /> },
  {
    key: 'type',
    title: () => t.word.type,
    width: 220,
    grow: true,
    cell: ({ event_type }) => <TypeName name={event_type} />,
  },
  {
    key: 'stream',
    title: () => t.word.stream,
    width: 220,
    cell: ({ stream, key }) => <StreamName stream={stream} id={key} />,
  },
  { key: 'version', title: () => t.word.version, width: 80, align: 'end', cell: ({ version }) => version },
  { key: 'actor', title: () => t.word.actor, width: 170, cell: ({ actor }) => <Actor actor={actor} /> },
  { key: 'id', title: () => t.event.eventId, width: 170, cell: ({ event_id }) => <Id value={event_id} /> },
]

/** Identity of an event in a list. */
export const eventKey = ({ id }: EventHeading): string => id
/** The screen of an event. */
export const eventPath = ({ partition, position }: Pick<EventHeading, 'partition' | 'position'>): string =>
  `/events/${partition}/${position}`
