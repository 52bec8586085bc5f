// What was reported of a period as known at one moment, what is said of it at a later one, and which events made the
// difference: each leads to its own screen. Without moments it is the period's own close beside now.
import { skipToken } from '@reduxjs/toolkit/query/react'
import { isMoment, type At } from '../../api/view.ts'
import {
  usePeriodsListPagesInfiniteQuery,
  usePeriodsRestateQuery,
  type PeriodKnown,
  type PeriodsRestateData,
} from '../../api/endpoints.gen.ts'
import { AsOf } from '../../parts/AsOf.tsx'
import { ExportList } from '../../parts/ExportList.tsx'
import { useFresh } from '../../parts/useFresh.ts'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/Badge.tsx'
import { FilterBar, useFilters } from '../../ui/Filters.tsx'
import { Go } from '../../ui/Go.tsx'
import { Id } from '../../ui/Id.tsx'
import css from '../../ui/layout.module.css'
import { Moment } from '../../ui/Moment.tsx'
import { Page, Panel, Plain } from '../../ui/Page.tsx'
import { Empty, QueryState } from '../../ui/states.tsx'
import { usePages } from '../../ui/usePages.ts'
import { assets } from '../../words/money.ts'
import { Changes, Figures, InUsdt } from './changes.tsx'
import { lastMonthOf } from './moments.ts'

const words = () => t.restatement

export default function RestatementScreen() {
  const [asked, set] = useFilters(['period', 'earlier', 'later'])
  const listed = usePeriodsListPagesInfiniteQuery()
  const pages = usePages(listed)
  const closed = pages.rows.filter(({ state }) => state === 'closed')
  const months = closed.filter(({ kind }) => kind === 'month').map(({ period }) => period)
  const period = asked.period ?? months[0]
  const earlier = asked.earlier ?? (period === undefined ? undefined : lastMonthOf(period))
  const { later } = asked
  const unreadable = [asked.earlier, later].find((text) => text !== undefined && !isKnownAt(text))
  const body =
    period === undefined || earlier === undefined || unreadable !== undefined
      ? null
      : { period, earlier, ...(later === undefined ? {} : { later }) }
  const query = useFresh(usePeriodsRestateQuery(body ?? skipToken))
  return (
    <Page
      title={words().title}
      sub={words().sub}
      actions={
        <>
          <AsOf at={newestOf(query.currentData)} />
          <ExportList list="periods/restate" body={body} />
        </>
      }
    >
      <FilterBar
        filters={[
          {
            key: 'period',
            label: words().period,
            placeholder: words().periodHint,
            offers: closed.map((one) => one.period),
          },
          {
            key: 'earlier',
            label: words().earlier,
            placeholder: words().momentHint,
            hint: words().momentForms,
            offers: months,
            wide: true,
          },
          {
            key: 'later',
            label: words().later,
            placeholder: words().now,
            hint: words().momentForms,
            offers: months,
            wide: true,
          },
        ]}
        values={{ period, earlier, later }}
        onChange={set}
      />
      {unreadable !== undefined ? (
        <p role="alert" className={css.fault}>
          {words().noMoment(unreadable)}
        </p>
      ) : period === undefined || earlier === undefined ? (
        <QueryState query={{ ...listed, currentData: listed.data }} rows={14}>
          {() => (
            <Empty title={words().none}>
              <p>{words().noneText}</p>
            </Empty>
          )}
        </QueryState>
      ) : (
        <QueryState query={query} rows={14}>
          {(data) => <Compared data={data} earlier={earlier} later={later} />}
        </QueryState>
      )}
    </Page>
  )
}

/** How far the logs had come at the later moment, and when that was recorded. */
function newestOf(data: PeriodsRestateData | undefined): At | null {
  const { positions = {}, recorded_ms: time_ms = 0 } = data?.later ?? {}
  return time_ms === 0 ? null : { positions, time_ms }
}

type Moments = { earlier: string; later: string | undefined }

function Compared({ data, ...moments }: { data: PeriodsRestateData } & Moments) {
  const { lines, results, events, holds } = data
  const many = events.length + data.events_left_off
  return (
    <div className={css.stack}>
      <Panel
        title={<Go to={`/desks/periods?open=${data.period}`}>{data.period}</Go>}
        aside={<Badge tone={holds ? 'good' : 'bad'}>{holds ? words().holds : words().off}</Badge>}
        pad={false}
      >
        <Known data={data} {...moments} />
      </Panel>
      <p className={many === 0 ? css.quiet : css.warn}>{many === 0 ? words().same : words().differs(many)}</p>
      <Changes title={words().events} events={events} leftOff={data.events_left_off} />
      <Changes title={words().unnamed} events={data.unnamed} leftOff={data.unnamed_left_off} />
      {assets.map((asset) => (
        <Figures
          key={asset}
          asset={asset}
          lines={lines.filter((line) => line.asset === asset)}
          result={results.find((result) => result.asset === asset)}
          isNow={moments.later === undefined}
        />
      ))}
      {data.usdt && <InUsdt usdt={data.usdt} lines={lines} isNow={moments.later === undefined} />}
    </div>
  )
}

/** Both moments: as they were asked for, and how far the logs had come. */
function Known({ data, earlier, later }: { data: PeriodsRestateData } & Moments) {
  return (
    <Plain
      label={words().moments}
      head={[
        { title: words().moment },
        { title: words().newest },
        { title: words().positions },
        { title: words().closings },
      ]}
      rows={[
        { key: 'earlier', cells: moment(earlier, data.earlier) },
        { key: 'later', cells: moment(later ?? words().now, data.later) },
      ]}
    />
  )
}

const isMonth = (text: string) => /^\d{4}-\d{2}$/.test(text)

/** What the server accepts as a moment. A day alone is none: which moment of it is meant decides what was known. */
const isKnownAt = (text: string) => isMonth(text) || isMoment(text)

const moment = (asked: string, { recorded_ms, positions, closings }: PeriodKnown) => [
  <strong key="m" className={css.nowrap}>
    {isMonth(asked) ? words().closeOf(asked) : asked}
  </strong>,
  recorded_ms === 0 ? '–' : <Moment key="r" ms={recorded_ms} />,
  Object.entries(positions)
    .map(([log, position]) => (Object.keys(positions).length === 1 ? position : `${log}:${position}`))
    .join(' '),
  closings.length === 0
    ? words().noClosing
    : closings.map(({ period, digest }) => (
        <span key={period} className={css.inline}>
          <span className={css.nowrap}>{period}</span> <Id value={digest} />
        </span>
      )),
]
