// What the house owes and has, what came and went, and how certain the log is. Read in the morning, from the top.
import { Fragment, useMemo } from 'react'
import { useOverviewInfoQuery, type OverviewInfoData, type SolvencyCheck } from '../../api/endpoints.gen.ts'
import { usePast } from '../../api/store.ts'
import { t } from '../../texts/index.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Chart } from '../../ui/Chart.tsx'
import { SelectField } from '../../ui/Field.tsx'
import { useFilters } from '../../ui/Filters.tsx'
import { Go } from '../../ui/Go.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Columns, Facts, Figure, Figures, Page, Panel, Plain } from '../../ui/Page.tsx'
import css from '../../ui/layout.module.css'
import { QueryState } from '../../ui/states.tsx'
import { amountText, asNumber, count, sumOf, symbols } from '../../words/money.ts'
import { AsOf } from '../../parts/AsOf.tsx'
import { useFresh } from '../../parts/useFresh.ts'
import { Breaks } from './Breaks.tsx'
import { Covering } from './Covering.tsx'
import { ChainPanel, Followers, Urgent } from './overviewParts.tsx'
import { Queues } from './Queues.tsx'
import { Today } from './Today.tsx'

const words = () => t.overview

export default function OverviewScreen() {
  const [{ days = '30' }, set] = useFilters(['days'])
  const past = usePast()
  const query = useFresh(useOverviewInfoQuery({ days: Number(days) || 30, ...past }))
  return (
    <Page
      title={words().title}
      sub={words().sub}
      actions={
        <>
          <AsOf at={query.currentData?.at} />
          <SelectField
            label={words().period}
            value={days}
            onChange={(value) => set({ days: value === '30' ? null : value })}
            options={words().periods}
          />
        </>
      }
    >
      {!past.as_of && <Urgent />}
      <QueryState query={query} rows={12}>
        {(data) => <Overview data={data} now={past.as_of === undefined} />}
      </QueryState>
    </Page>
  )
}

/** What waits and what today earned have no past. */
function Overview({ data, now }: { data: OverviewInfoData; now: boolean }) {
  return (
    <>
      <Figures>
        {data.solvency.filter(isFigure).map((check, index) => (
          <Fragment key={check.name}>
            <Solvency check={check} />
            {index === 0 && <Total series={data.series} name={words().sumIn} of={(day) => day.money_in} />}
            {index === 1 && (
              <Total series={data.series} name={words().sumOut} of={(day) => `-${day.money_out}`} />
            )}
          </Fragment>
        ))}
      </Figures>
      {now && <Today nowMs={data.at.time_ms} />}
      {(now || data.chain.length > 0) && (
        <Columns min={480}>
          {now && <Queues />}
          <div className={css.stack}>
            {now && <Breaks />}
            {data.chain.length > 0 && <ChainPanel chain={data.chain} />}
          </div>
        </Columns>
      )}
      <Columns min={480}>
        <Panel title={words().flow} pad={false}>
          <Flow series={data.series} />
        </Panel>
        <Panel title={words().game} pad={false}>
          <Game series={data.series} />
        </Panel>
      </Columns>
      <Columns min={420}>
        <div className={css.stack}>
          <Assets data={data} />
          <Log data={data} />
        </div>
        <Covering checks={data.solvency} now={now} />
      </Columns>
    </>
  )
}

/** Promotion money has no figures above: it stands among the lines. */
const isFigure = ({ name }: SolvencyCheck) => name !== 'promo_money'

/** What there is against what is owed: two figures and the verdict. */
function Solvency({ check }: { check: SolvencyCheck }) {
  const cover = sumOf([check.has, (-BigInt(check.owes)).toString()])
  const name = words().checks[check.name] ?? check.name
  return (
    <>
      <Figure name={name} value={<Amount minor={check.has} asset="usdt" />} />
      <Figure
        name={words().owedBy[check.name] ?? words().owed}
        value={<Amount minor={check.owes} asset="usdt" />}
        note={
          check.suspense !== '0' && (
            <Go to="/desks/topups">
              {words().suspense} <Amount minor={check.suspense} asset="usdt" />
            </Go>
          )
        }
      />
      <Figure
        name={words().margin[check.name] ?? words().cover(name)}
        value={<Amount minor={cover} asset="usdt" signed />}
        note={
          <Badge tone={check.holds ? 'good' : 'bad'}>
            {check.holds ? words().solvent : words().insolvent}
          </Badge>
        }
      />
    </>
  )
}

type Day = OverviewInfoData['series'][number]

function Total({
  series,
  name,
  of,
}: {
  series: readonly Day[]
  name: (days: string) => string
  of: (day: Day) => string
}) {
  return (
    <Figure
      name={name(count(series.length))}
      value={<Amount minor={sumOf(series.map(of))} asset="usdt" signed />}
    />
  )
}

const seriesOf = (days: readonly Day[], name: string, asset: string, of: (day: Day) => string) => ({
  name,
  values: days.map((day) => asNumber(of(day), asset)),
  texts: days.map((day) => amountText(of(day), asset)),
})
const timesOf = (days: readonly Day[]) => days.map(({ day }) => Date.parse(`${day}T00:00:00Z`))

function Flow({ series }: { series: readonly Day[] }) {
  const times = useMemo(() => timesOf(series), [series])
  const lines = useMemo(
    () => [
      seriesOf(series, words().in, 'usdt', (day) => day.money_in),
      seriesOf(series, words().out, 'usdt', (day) => day.money_out),
      seriesOf(series, words().promo, 'usdt', (day) => day.promo),
      seriesOf(series, words().fees, 'usdt', (day) => day.fees),
    ],
    [series],
  )
  return <Chart label={words().flow} timesMs={times} series={lines} daily />
}

/** Paid coins and tokens are worth the same, so both stand on one axis (domain §1). */
function Game({ series }: { series: readonly Day[] }) {
  const times = useMemo(() => timesOf(series), [series])
  const lines = useMemo(
    () => [
      seriesOf(series, words().staked, 'coin', (day) => day.staked),
      seriesOf(series, words().won, 'gusd', (day) => day.won),
    ],
    [series],
  )
  return <Chart label={words().game} timesMs={times} series={lines} daily />
}

function Assets({ data }: { data: OverviewInfoData }) {
  return (
    <Panel title={words().liabilities} pad={false} aside={<Go to="/trial">{t.trial.title}</Go>}>
      <Plain
        label={words().liabilities}
        head={[
          { title: t.word.asset },
          { title: words().players, end: true },
          { title: words().house, end: true },
          { title: words().sum, end: true },
        ]}
        rows={data.assets.map(({ asset, players, house, sum }) => ({
          key: asset,
          tone: sum === '0' ? undefined : 'bad',
          cells: [
            symbols[asset] ?? asset,
            <Amount key="p" minor={players} asset={asset} bare />,
            <Amount key="h" minor={house} asset={asset} bare />,
            sum === '0' ? (
              <Badge key="s" tone="good">
                0
              </Badge>
            ) : (
              <Amount key="s" minor={sum} asset={asset} bare signed />
            ),
          ],
        }))}
      />
    </Panel>
  )
}

function Log({ data }: { data: OverviewInfoData }) {
  const { checkpoint, unsigned, heads_hold } = data.log
  return (
    <Panel
      title={words().log}
      aside={
        <Badge tone={heads_hold ? 'good' : 'bad'}>
          {heads_hold ? words().headsHold : words().headsBroken}
        </Badge>
      }
    >
      <Facts
        facts={[
          [
            words().head,
            Object.entries(data.at.positions).map(([log, position]) => (
              <Go key={log} to={`/events/${log}/${position}`}>
                {count(position)}
              </Go>
            )),
          ],
          [
            words().checkpoint,
            checkpoint ? (
              <Go key="c" to="/proofs">
                {words().numbered(String(checkpoint.number), count(checkpoint.events))}
              </Go>
            ) : (
              t.word.none
            ),
          ],
          ...(checkpoint ? [[words().signed, <Moment key="m" ms={checkpoint.at_ms} zone />] as const] : []),
          [words().unsigned, count(unsigned)],
          ...(data.followers.length > 0
            ? [[words().views, <Followers key="f" followers={data.followers} />] as const]
            : []),
        ]}
      />
    </Panel>
  )
}
