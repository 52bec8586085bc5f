// What the house owes, what it holds, what came and went, and whether the log is whole.
import { useMemo } from 'react'
import { useOverviewInfoQuery, type OverviewInfoData } from '../api/endpoints.gen.ts'
import { usePast } from '../api/store.ts'
import { t } from '../texts/index.ts'
import { Amount } from '../ui/Amount.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Chart } from '../ui/Chart.tsx'
import { Id } from '../ui/Id.tsx'
import { Moment } from '../ui/Moment.tsx'
import { Columns, Figure, Figures, Page, Panel, Plain } from '../ui/Page.tsx'
import { Asked } from '../ui/states.tsx'
import { Place } from '../ui/Event.tsx'
import { amountText, asNumber, count, sumOf } from '../words/money.ts'

const words = t.overview

export default function OverviewScreen() {
  const query = useOverviewInfoQuery(usePast())
  return (
    <Page title={words.title} sub={words.sub}>
      <Asked query={query} rows={12}>{(data) => <Overview data={data} />}</Asked>
    </Page>
  )
}

function Overview({ data }: { data: OverviewInfoData }) {
  return (
    <>
      <Money data={data} />
      <Panel title={words.flow} pad={false}><Flow days={data.days} /></Panel>
      <Columns>
        <Panel title={words.liabilities} pad={false}>
          <Plain label={words.liabilities} head={[{ title: t.word.asset }, { title: t.word.amount, end: true }]} rows={data.liabilities.map(({ asset, amount }) => ({ key: asset, cells: [asset.toUpperCase(), <Amount key={asset} minor={amount} asset={asset} />] }))} />
        </Panel>
        <Log heads={data.heads} />
        <Views views={data.views} />
      </Columns>
    </>
  )
}

function Money({ data }: { data: OverviewInfoData }) {
  const owed = data.due_usdt
  const cover = sumOf([data.custody, `${-BigInt(owed)}`])
  const covered = !cover.startsWith('-')
  return (
    <Figures>
      <Figure name={words.custody} value={<Amount minor={data.custody} asset="usdt" />} />
      <Figure name={words.owed} value={<Amount minor={owed} asset="usdt" />} />
      <Figure name={words.cover} value={<Amount minor={cover} asset="usdt" signed />} note={<Badge tone={covered ? 'good' : 'bad'}>{covered ? words.solvent : words.insolvent}</Badge>} />
      <Figure name={words.reserve} value={<Amount minor={data.reserve} asset="usdt" />} />
      <Figure name={words.promo} value={<Amount minor={data.promo_budget} asset="usdt" />} />
      <Figure name={words.pending} value={<Amount minor={data.pending_usdt} asset="usdt" />} note={words.requests(count(data.pending_withdrawals))} />
    </Figures>
  )
}

function Flow({ days }: { days: OverviewInfoData['days'] }) {
  const times = useMemo(() => days.map(({ day_ms }) => day_ms), [days])
  const series = useMemo(() => [
    { name: words.in, values: days.map((day) => asNumber(day.usdt_in, 'usdt')), texts: days.map((day) => amountText(day.usdt_in, 'usdt')) },
    { name: words.out, values: days.map((day) => asNumber(day.usdt_out, 'usdt')), texts: days.map((day) => amountText(day.usdt_out, 'usdt')) },
  ], [days])
  return <Chart label={words.flow} timesMs={times} series={series} daily />
}

function Log({ heads }: { heads: OverviewInfoData['heads'] }) {
  return (
    <Panel title={words.log} pad={false}>
      <Plain
        label={words.log}
        head={[{ title: words.head }, { title: t.word.when }, { title: words.headHash }, { title: words.verified }]}
        rows={heads.map((head) => {
          const rest = head.position - head.verified_position
          return {
            key: String(head.partition),
            tone: undefined,
            cells: [<Place key="p" partition={head.partition} position={head.position} />, <Moment key="m" ms={head.at_ms} />, <Id key="h" value={head.hash} />, <Badge key="v" tone={rest === 0 ? 'good' : 'warn'}>{rest === 0 ? words.verifiedAll : words.verifiedRest(count(rest))}</Badge>],
          }
        })}
      />
    </Panel>
  )
}

function Views({ views }: { views: OverviewInfoData['views'] }) {
  return (
    <Panel title={words.views} pad={false}>
      <Plain
        label={words.views}
        head={[{ title: t.word.name }, { title: words.lag }]}
        rows={views.map(({ name, lag, stopped }) => ({ key: name, tone: stopped ? 'bad' : undefined, cells: [name.replaceAll('_', ' '), stopped ? <Badge key="s" tone="bad">{words.stopped}: {stopped}</Badge> : lag === 0 ? <Badge key="s" tone="good">{words.upToDate}</Badge> : <Badge key="s" tone="warn">{words.behind(count(lag))}</Badge>] }))}
      />
    </Panel>
  )
}
