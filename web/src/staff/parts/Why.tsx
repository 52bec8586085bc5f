// The answer to "why is this amount what it is": the event in words, the rule, the numbers in force, what went in,
// every leg of it, and what led to it. Works from any line of the journal.
import {
  useEntriesExplainQuery,
  useEventsInfoQuery,
  type EntriesExplainData,
  type Entry,
} from '../api/endpoints.gen.ts'
import { t } from '../texts/index.ts'
import { Amount } from '../ui/Amount.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Actor, eventPath, Owner, Place, TypeName } from './Event.tsx'
import { Go } from '../ui/Go.tsx'
import { Id } from '../ui/Id.tsx'
import { Moment } from '../ui/Moment.tsx'
import { Facts, Panel, Plain } from '../ui/Page.tsx'
import { QueryState } from '../ui/states.tsx'
import { accountWords } from '../words/accounts.ts'
import { sentence, typeWords } from '../words/events.ts'
import { inputName, inputValue } from '../words/labels.ts'
import { sumOf } from '../words/money.ts'
import css from '../ui/layout.module.css'

const words = () => t.why

/** The drawer of one line. */
export function WhyDrawer({ line, onClose }: { line: Entry; onClose: () => void }) {
  return (
    <Dialog title={words().title} look="side" onClose={onClose}>
      <Why line={line} />
    </Dialog>
  )
}

/** The same without its frame. */
export function Why({ line, onBack }: { line: Entry; onBack?: () => void }) {
  const { partition, position, leg } = line
  const query = useEntriesExplainQuery({ partition, position, leg })
  return (
    <div className={css.stack}>
      {onBack && (
        <div>
          <Button look="quiet" onClick={onBack}>
            {words().back}
          </Button>
        </div>
      )}
      <div className={css.headline}>
        <span>{accountWords(line.account)}</span>
        <strong>
          <Amount minor={line.amount} asset={line.asset} signed />
        </strong>
      </div>
      <Said partition={partition} position={position} type={line.event_type} />
      <QueryState query={query}>{(data) => <Explained data={data} />}</QueryState>
    </div>
  )
}

/** The sentence needs what the event says; until that is here its type stands in. */
function Said({ partition, position, type }: { partition: number; position: number; type: string }) {
  const { data } = useEventsInfoQuery({ partition, position })
  return (
    <p className={css.sentence}>
      {data ? sentence(data.event.event_type, JSON.parse(data.payload)) : typeWords(type)}
    </p>
  )
}

function Explained({ data }: { data: EntriesExplainData }) {
  const { entry, why, command } = data
  return (
    <>
      <Panel title={words().sum}>
        <Facts
          end
          facts={[
            [words().before, <Amount key="b" minor={data.before} asset={entry.asset} />],
            [t.word.amount, <Amount key="a" minor={entry.amount} asset={entry.asset} signed />],
            [t.word.after, <Amount key="c" minor={entry.after} asset={entry.asset} />],
          ]}
        />
      </Panel>
      <Facts
        facts={[
          [t.word.when, <Moment key="m" ms={entry.at_ms} exact zone />],
          [
            t.word.event,
            <span key="e" className={css.inline}>
              <Place of={entry} />
              <Go to={eventPath(entry)}>{words().openEvent}</Go>
            </span>,
          ],
          [t.word.actor, <Actor key="a" actor={command.actor} />],
          [words().rule, <code key="r">{why.rule}</code>],
          [words().config, words().configVersion(String(why.config_version))],
          ...(command.request_id
            ? [[words().request, <Id key="q" value={command.request_id} whole />] as const]
            : []),
        ]}
      />
      {why.inputs.length > 0 && (
        <Panel title={words().inputs} pad={false}>
          <Plain
            label={words().inputs}
            head={[{ title: t.word.name }, { title: t.word.value, end: true }]}
            rows={why.inputs.map(({ name, value }) => ({
              key: name,
              cells: [
                inputName(name),
                <span key="v" title={value}>
                  {inputValue(name, value)}
                </span>,
              ],
            }))}
          />
        </Panel>
      )}
      <Legs legs={data.legs} mine={entry.leg} />
      <Panel title={words().upstream}>
        {data.causes.length === 0 ? (
          <p className={css.quiet}>{words().root}</p>
        ) : (
          <ol className={css.list}>
            {data.causes.map((cause) => (
              <li key={cause.event_id} className={css.inline}>
                <Place of={cause} />
                <Moment ms={cause.at_ms} />
                <TypeName name={cause.event_type} />
              </li>
            ))}
          </ol>
        )}
      </Panel>
    </>
  )
}

/** All legs of an event and whether they add up to zero. */
export function Legs({ legs, mine }: { legs: readonly Entry[]; mine?: number }) {
  const assets = [...new Set(legs.map(({ asset }) => asset))]
  const balanced = assets.every(
    (asset) => sumOf(legs.filter((leg) => leg.asset === asset).map(({ amount }) => amount)) === '0',
  )
  return (
    <Panel
      title={words().legs}
      pad={false}
      aside={
        <Badge tone={balanced ? 'good' : 'bad'}>{balanced ? words().balances : words().unbalanced}</Badge>
      }
    >
      <Plain
        label={words().legs}
        head={[
          { title: t.word.account },
          { title: t.word.owner },
          { title: t.word.amount, end: true },
          { title: t.word.after, end: true },
        ]}
        rows={legs.map((leg) => ({
          key: leg.id,
          cells: [
            <span key="a" title={leg.account}>
              {leg.leg === mine ? <strong>{accountWords(leg.account)}</strong> : accountWords(leg.account)}
            </span>,
            <Owner key="o" owner={leg.owner} />,
            <Amount key="m" minor={leg.amount} asset={leg.asset} signed />,
            <Amount key="b" minor={leg.after} asset={leg.asset} />,
          ],
        }))}
      />
    </Panel>
  )
}
