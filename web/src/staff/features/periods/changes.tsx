// The figures of a period at two moments side by side, and the events between them that changed these.
import type { RestatedLine, RestatedResult, RestatedUsdt, RestatingEvent } from '../../api/endpoints.gen.ts'
import { eventPath, Owner, TypeName } from '../../parts/Event.tsx'
import { t } from '../../texts/index.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Go } from '../../ui/Go.tsx'
import css from '../../ui/layout.module.css'
import { Moment } from '../../ui/Moment.tsx'
import { Panel, Plain } from '../../ui/Page.tsx'
import { symbols } from '../../words/money.ts'
import own from './periods.module.css'

const words = () => t.restatement

const code = (of: number) => (
  <code key="c" className={css.quiet}>
    {of}
  </code>
)

type Pair = Pick<RestatedLine, 'asset' | 'earlier' | 'later' | 'difference'>

/** What was said, what is said, and by how much it differs. */
const pair = ({ asset, earlier, later, difference }: Pair) => [
  <Amount key="e" minor={earlier} asset={asset} bare />,
  <Amount key="l" minor={later} asset={asset} bare />,
  difference === '0' ? (
    '–'
  ) : (
    <strong key="d">
      <Amount minor={difference} asset={asset} signed bare />
    </strong>
  ),
]

/** One asset. Nothing is shown of an asset without a figure. */
export function Figures({
  asset,
  lines,
  result,
  isNow,
}: {
  asset: string
  lines: readonly RestatedLine[]
  result: RestatedResult | undefined
  isNow: boolean
}) {
  if (!result) return null
  const title = words().figures(symbols[asset] ?? asset)
  return (
    <Panel title={title} pad={false}>
      <Plain
        label={title}
        even
        head={[
          { title: t.word.name },
          { title: words().was, end: true },
          { title: isNow ? words().is : words().isThen, end: true },
          { title: words().difference, end: true },
        ]}
        rows={lines.map((line) => ({
          key: line.key,
          cells: [
            <span key="n" className={css.inline}>
              {code(line.code)} {t.lineName(line)}
            </span>,
            ...pair(line),
          ],
        }))}
        foot={[words().result, ...pair(result)]}
      />
    </Panel>
  )
}

/** All assets in USDT, at the rates of the closings. */
export function InUsdt({
  usdt,
  lines,
  isNow,
}: {
  usdt: RestatedUsdt
  lines: readonly RestatedLine[]
  isNow: boolean
}) {
  const own = (code: number) => usdt.lines.find((line) => line.code === code)
  const valued = lines.flatMap((line) => {
    const found = own(line.code)
    return found ? [{ ...line, ...found, asset: 'usdt', key: `usdt ${line.key}` }] : []
  })
  return <Figures asset={t.inUsdt.all} lines={valued} result={usdt.result} isNow={isNow} />
}

/** Every event with the entries that it changed; a closing stands for all figures of its month. */
export function Changes({
  title,
  events,
  leftOff,
}: {
  title: string
  events: readonly RestatingEvent[]
  leftOff: number
}) {
  if (events.length === 0) return null
  return (
    <Panel title={title} pad={false}>
      <Plain
        label={title}
        head={[
          { title: t.word.event },
          { title: t.word.when },
          { title: words().month },
          { title: words().case },
          { title: t.word.owner },
          { title: t.financials.code },
          { title: words().entry },
          { title: t.word.amount, end: true },
        ]}
        rows={events.flatMap(rowsOf)}
      />
      {leftOff > 0 && <p className={own.remark}>{words().leftOff(leftOff)}</p>}
    </Panel>
  )
}

function rowsOf(event: RestatingEvent) {
  const place = eventPath(event)
  const head = [
    <Go key="p" to={place} className={css.nowrap}>
      <TypeName name={event.event_type} />{' '}
      {event.partition === 0 ? event.position : place.slice('/events/'.length)}
    </Go>,
    <Moment key="w" ms={event.recorded_ms} />,
    <span key="m" className={css.nowrap}>
      {event.month ?? '–'}
    </span>,
    event.case_id ?? '',
    event.player ? <Owner key="o" owner={event.player} /> : '',
  ]
  if (event.player === null || event.player === undefined)
    return [{ key: place, cells: [...head, '', words().wholeMonth, ''] }]
  return event.amounts.map((amount, index) => ({
    key: `${place} ${amount.code}`,
    cells: [
      ...(index === 0 ? head : head.map(() => '')),
      code(amount.code),
      t.lineName(amount),
      <Amount key="a" minor={amount.amount} asset={amount.asset} signed />,
    ],
  }))
}
