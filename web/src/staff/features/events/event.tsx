// One event: what it says, what it moved, how its hash hangs on the one before, what led to it and what it led to.
import { useParams } from 'react-router'
import {
  useEventsCausesQuery,
  useEventsInfoQuery,
  type EventHeading,
  type EventsCausesData,
  type EventsInfoData,
} from '../../api/endpoints.gen.ts'
import { usePast } from '../../api/store.ts'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Actor, eventPath, Place, StreamName, TypeName } from '../../parts/Event.tsx'
import { Go } from '../../ui/Go.tsx'
import { Copy, Id } from '../../ui/Id.tsx'
import { Json } from '../../ui/Json.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Columns, Facts, Page, Panel } from '../../ui/Page.tsx'
import { QueryState } from '../../ui/states.tsx'
import { sentence, typeWords } from '../../words/events.ts'
import { Legs } from '../../parts/Why.tsx'
import css from '../../ui/layout.module.css'
import own from './events.module.css'

const words = () => t.event

export default function EventScreen() {
  const { partition = '0', position = '' } = useParams()
  const query = useEventsInfoQuery({ partition: Number(partition), position: Number(position) })
  const data = query.currentData
  const near = (by: number) => eventPath({ partition: Number(partition), position: Number(position) + by })
  return (
    <Page
      title={data ? typeWords(data.event.event_type) : t.word.event}
      sub={data ? sentence(data.event.event_type, JSON.parse(data.payload)) : position}
      actions={
        <>
          {Number(position) > 1 && <Go to={near(-1)}>{words().before}</Go>}
          <Go to={near(1)}>{words().after}</Go>
          <Go to={`/proofs?partition=${partition}&position=${position}`}>{words().prove}</Go>
        </>
      }
    >
      <QueryState query={query} rows={14}>
        {(info) => <EventDetails data={info} />}
      </QueryState>
    </Page>
  )
}

function EventDetails({ data }: { data: EventsInfoData }) {
  const { event, chain } = data
  return (
    <>
      <Columns min={460}>
        <div className={css.stack}>
          <Panel title={t.word.event}>
            <Facts
              facts={[
                [t.word.position, <Place key="p" of={event} />],
                [words().recorded, <Moment key="m" ms={event.at_ms} exact zone />],
                [words().eventId, <Id key="i" value={event.event_id} whole />],
                [
                  t.word.type,
                  <code key="t">
                    {event.event_type} · {data.shape}
                  </code>,
                ],
                [t.word.stream, <StreamName key="s" stream={event.stream} id={event.key} />],
                [words().streamVersion, String(event.version)],
                [t.word.actor, <Actor key="a" actor={event.actor} />],
              ]}
            />
          </Panel>
          <Chain chain={chain} partition={event.partition} />
        </div>
        <Panel title={words().payload} pad={false}>
          <Json value={JSON.parse(data.payload)} text={data.payload} label={words().payload} />
        </Panel>
      </Columns>
      {data.legs.length > 0 ? (
        <Legs legs={data.legs} />
      ) : (
        <Panel title={words().legs}>
          <p className={css.quiet}>{words().noLegs}</p>
        </Panel>
      )}
      <Columns min={460}>
        <Causes event={event} />
        <Panel title={words().metadata} pad={false}>
          <Json value={JSON.parse(data.metadata)} text={data.metadata} label={words().metadata} />
        </Panel>
      </Columns>
    </>
  )
}

function Chain({ chain, partition }: { chain: EventsInfoData['chain']; partition: number }) {
  const hash = (value: string) => (
    <span className={own.hash}>
      {value} <Copy value={value} />
    </span>
  )
  return (
    <Panel
      title={words().chain}
      aside={
        <Badge tone={chain.holds ? 'good' : 'bad'}>{chain.holds ? words().linked : words().broken}</Badge>
      }
    >
      <Facts
        facts={[
          [words().previous, hash(chain.previous)],
          [words().hash, hash(chain.leaf)],
          ...(chain.holds ? [] : [[words().computed, hash(chain.computed)] as const]),
          [
            words().next,
            chain.next_position ? (
              <Place key="n" of={{ partition: partition, position: chain.next_position }} />
            ) : (
              words().newest
            ),
          ],
        ]}
      />
    </Panel>
  )
}

function Causes({ event }: { event: EventHeading }) {
  const query = useEventsCausesQuery({ event_id: event.event_id, ...usePast() })
  return (
    <Panel title={words().causes}>
      <QueryState query={query}>{(data) => <Graph data={data} />}</QueryState>
    </Panel>
  )
}

function Graph({ data }: { data: EventsCausesData }) {
  const { upstream, together, downstream, event } = data
  const line = (one: EventHeading, kind: string) => (
    <li key={one.event_id} data-self={one.event_id === event.event_id || undefined} data-kind={kind}>
      <Place of={one} />
      <Moment ms={one.at_ms} />
      <span>
        <TypeName name={one.event_type} /> <StreamName stream={one.stream} id={one.key} />
      </span>
    </li>
  )
  return (
    <>
      <h3>{words().upstream}</h3>
      {upstream.length === 0 ? (
        <p className={css.quiet}>{t.why.root}</p>
      ) : (
        <ol className={own.graph}>{upstream.toReversed().map((one) => line(one, 'up'))}</ol>
      )}
      <h3>{words().together}</h3>
      <ol className={own.graph}>{together.map((one) => line(one, 'same'))}</ol>
      <h3>{words().downstream}</h3>
      {downstream.length === 0 ? (
        <p className={css.quiet}>{words().nothing}</p>
      ) : (
        <ol className={own.graph}>{downstream.map((one) => line(one, 'down'))}</ol>
      )}
      {data.more && <p className={css.quiet}>{words().more}</p>}
    </>
  )
}
