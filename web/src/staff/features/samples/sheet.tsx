// The sheet of one monetary-unit sample: what was sampled, each line with its result, what the results say of the
// population, and who signed it. Printed as it stands.
import { useState } from 'react'
import {
  useSamplesSelectMutation,
  useSamplesSignMutation,
  type SampleEvaluation,
  type SampleItem,
  type SampleSide,
  type SamplesInfoData,
} from '../../api/endpoints.gen.ts'
import { useCan, useStaff } from '../../api/store.ts'
import { ActionDialog } from '../../parts/ActionDialog.tsx'
import { eventPath, TypeName } from '../../parts/Event.tsx'
import { t } from '../../texts/index.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { Go } from '../../ui/Go.tsx'
import { Id } from '../../ui/Id.tsx'
import css from '../../ui/layout.module.css'
import { Moment } from '../../ui/Moment.tsx'
import { Facts, Panel, Plain } from '../../ui/Page.tsx'
import { saveText } from '../../ui/saveText.ts'
import { accountWords } from '../../words/accounts.ts'
import { count } from '../../words/money.ts'
import { sheetCsv } from './sheetCsv.ts'
import { Testing } from './testing.tsx'
import { populationOf, tones } from './population.ts'
import own from './samples.module.css'

const words = () => t.unitSamples

type Props = { data: SamplesInfoData; say: (text: string) => void }
type Act = 'draw' | 'sign'

export function Sheet({ data, say }: Props) {
  const { sample, items, evaluation } = data
  const [testing, setTesting] = useState<number | null>(null)
  const me = useStaff(({ session }) => session.me?.name)
  const may = useCan('samples.test')
  const isOwn = may && me === sample.by
  const item = testing === null ? undefined : items[testing]
  return (
    <div className={css.stack}>
      <Head data={data} say={say} isOwn={isOwn} />
      {items.length > 0 && (
        <Panel title={words().items(String(items.length))} pad={false}>
          <Items data={data} onTest={isOwn && sample.state === 'drawn' ? setTesting : undefined} />
          <p className={own.factors}>* {words().certain}</p>
        </Panel>
      )}
      {evaluation && <Evaluation found={evaluation} data={data} />}
      {item && (
        <Testing
          key={item.item}
          sample={sample}
          item={item}
          onClose={() => setTesting(null)}
          onDone={() => setTesting(null)}
        />
      )}
    </div>
  )
}

function Head({ data, say, isOwn }: Props & { isOwn: boolean }) {
  const { sample, items } = data
  const [act, setAct] = useState<Act | null>(null)
  const open = items.length - sample.tested
  return (
    <Panel
      title={populationOf(sample)}
      aside={
        <Badge tone={tones[sample.state] ?? 'plain'}>{words().states[sample.state] ?? sample.state}</Badge>
      }
    >
      <div className={css.stack}>
        <Plan data={data} />
        <p className={css.quiet}>{t.unitMethod ?? data.method}</p>
        <div className={css.actions}>
          {isOwn && sample.state === 'planned' && (
            <Button look="main" onClick={() => setAct('draw')}>
              {words().draw}
            </Button>
          )}
          {isOwn && sample.state === 'drawn' && (
            <Button
              look="main"
              disabled={open > 0}
              title={open > 0 ? words().open(String(open)) : undefined}
              onClick={() => setAct('sign')}
            >
              {words().sign}
            </Button>
          )}
          {items.length > 0 && (
            <>
              <Button onClick={() => saveText(`sample-${sample.sample.slice(0, 8)}.csv`, sheetCsv(data))}>
                {words().csv}
              </Button>
              <Button onClick={() => print()}>{words().print}</Button>
            </>
          )}
        </div>
      </div>
      {act === 'draw' && (
        <Draw
          sample={sample.sample}
          onClose={() => setAct(null)}
          onDone={() => {
            setAct(null)
            say(words().wasDrawn)
          }}
        />
      )}
      {act === 'sign' && (
        <Sign
          sample={sample.sample}
          onClose={() => setAct(null)}
          onDone={() => {
            setAct(null)
            say(words().wasSigned)
          }}
        />
      )}
    </Panel>
  )
}

const places = (positions: Readonly<Record<string, number>>) =>
  Object.entries(positions)
    .map(([log, position]) => (Object.keys(positions).length === 1 ? String(position) : `${log}:${position}`))
    .join(' ')

function Plan({ data }: { data: SamplesInfoData }) {
  const { sample, after, until, confidence, tolerable = null, commit, words: said = null, seed = null } = data
  const { start = null, digest = null } = data
  const { asset } = sample
  const amount = (key: string, minor: string) => <Amount key={key} minor={minor} asset={asset} />
  return (
    <Facts
      facts={[
        [words().by, sample.by],
        [words().plannedAt, <Moment key="p" ms={sample.planned_ms} zone />],
        [words().range, `${places(after)} – ${places(until)}`],
        [words().lines, count(sample.lines)],
        [words().units, amount('u', sample.units)],
        [words().interval, amount('i', sample.interval)],
        [words().confidence, `${confidence} %`],
        ...(tolerable === null ? [] : [[words().tolerable, amount('t', tolerable)] as const]),
        [words().commit, <Id key="c" value={commit} />],
        ...(said === null ? [] : [[words().words, said] as const]),
        ...(seed === null ? [] : [[words().seed, <Id key="s" value={seed} />] as const]),
        ...(start === null ? [] : [[words().start, amount('f', start)] as const]),
        ...(typeof sample.signed_ms === 'number'
          ? [[words().signedAt, <Moment key="d" ms={sample.signed_ms} zone />] as const]
          : []),
        ...(digest === null ? [] : [[words().digest, <Id key="g" value={digest} />] as const]),
      ]}
    />
  )
}

type Dialog = { sample: string; onClose: () => void; onDone: () => void }

/** The words are given once: the seed is revealed with them. */
function Draw({ sample, ...rest }: Dialog) {
  const [said, setSaid] = useState('')
  const [select] = useSamplesSelectMutation()
  return (
    <ActionDialog
      title={words().draw}
      label={words().draw}
      missing={said.trim() ? null : words().needsWords}
      act={(reason) => select({ sample, words: said.trim(), reason })}
      {...rest}
    >
      <p>{words().drawText}</p>
      <TextField label={words().words} value={said} onChange={setSaid} required />
    </ActionDialog>
  )
}

function Sign({ sample, ...rest }: Dialog) {
  const [sign] = useSamplesSignMutation()
  return (
    <ActionDialog
      title={words().sign}
      label={words().sign}
      act={(reason) => sign({ sample, reason })}
      {...rest}
    >
      <p>{words().signText}</p>
    </ActionDialog>
  )
}

type ItemsProps = { data: SamplesInfoData; onTest: ((item: number) => void) | undefined }

function Items({ data: { items, sample }, onTest }: ItemsProps) {
  return (
    <Plain
      label={words().items(String(items.length))}
      head={[
        { title: '#', end: true },
        { title: t.word.event },
        { title: t.word.amount, end: true },
        { title: words().result },
        { title: words().misstated, end: true },
        { title: words().note },
      ]}
      rows={items.map((item) => ({
        key: String(item.item),
        cells: [
          item.item + 1,
          <span key="e">
            <Go to={eventPath(item.event)} className={css.nowrap}>
              <TypeName name={item.event.event_type} /> {item.event.partition}/{item.event.position}
            </Go>
            <br />
            <span className={css.quiet}>
              <Moment ms={item.event.at_ms} />, {accountWords(item.account)}
            </span>
          </span>,
          <span key="a" className={css.nowrap}>
            <Amount minor={item.amount} asset={sample.asset} signed bare />
            {item.is_certain && <span title={words().certain}> *</span>}
          </span>,
          <Result key="r" item={item} onTest={onTest} />,
          item.misstated && item.misstated !== '0' ? (
            <Amount key="m" minor={item.misstated} asset={sample.asset} bare />
          ) : (
            '–'
          ),
          <span key="n" className={own.evidence}>
            {item.note}
          </span>,
        ],
      }))}
    />
  )
}

function Result({ item, onTest }: { item: SampleItem; onTest: ItemsProps['onTest'] }) {
  const { outcome = null } = item
  const text = outcome === null ? null : (words().outcomes[outcome] ?? outcome)
  if (onTest)
    return <Button onClick={() => onTest(item.item)}>{text ?? words().enter(String(item.item + 1))}</Button>
  return text === null ? '–' : <Badge tone={outcome === 'agreed' ? 'good' : 'bad'}>{text}</Badge>
}

const parts = ['known', 'projected', 'allowance'] as const

/** Both directions side by side, and what was accepted beforehand. */
function Evaluation({ found, data }: { found: SampleEvaluation; data: SamplesInfoData }) {
  const { asset, tested, items } = data.sample
  const { tolerable = null } = data
  const amount = (key: string, minor: string) => <Amount key={key} minor={minor} asset={asset} bare />
  const row = (key: keyof SampleSide) => ({
    key,
    cells: [words().sides[key], amount('o', found.over[key]), amount('u', found.under[key])],
  })
  const isWhole = tested === items
  const holds =
    tolerable === null || !isWhole
      ? null
      : [found.over, found.under].every(({ upper }) => BigInt(upper) <= BigInt(tolerable))
  return (
    <Panel
      title={words().evaluation}
      pad={false}
      aside={
        holds === null ? (
          isWhole ? null : (
            <Badge>{words().soFar}</Badge>
          )
        ) : (
          <Badge tone={holds ? 'good' : 'bad'}>{holds ? words().within : words().beyond}</Badge>
        )
      }
    >
      <Plain
        label={words().evaluation}
        head={[
          { title: words().figure },
          { title: words().over, end: true },
          { title: words().under, end: true },
        ]}
        rows={[
          ...parts.map(row),
          {
            key: 'precision',
            cells: [words().precision, amount('o', found.precision), amount('u', found.precision)],
          },
          row('upper'),
        ]}
        foot={[words().likely, <Amount key="l" minor={found.likely} asset={asset} signed bare />, '']}
      />
      <p className={own.factors}>
        {words().factors(String(data.confidence), data.factors.slice(0, 11).map(factorText).join(', '))}
      </p>
    </Panel>
  )
}

/** Ten thousandths with four decimals. */
const factorText = (factor: number) =>
  `${Math.floor(factor / 10_000)}.${String(factor % 10_000).padStart(4, '0')}`
