// What chains and journal have of custody that has no other side: how many lines, what they come to, how old.
import { skipToken } from '@reduxjs/toolkit/query/react'
import { useOverviewBreaksQuery } from '../../api/endpoints.gen.ts'
import { useCan } from '../../api/store.ts'
import { AsOf } from '../../parts/AsOf.tsx'
import { useFresh } from '../../parts/useFresh.ts'
import { t } from '../../texts/index.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Go } from '../../ui/Go.tsx'
import { Panel, Plain } from '../../ui/Page.tsx'
import { count } from '../../words/money.ts'
import { sinceNow } from '../../words/spans.ts'
import own from './overview.module.css'

const words = () => t.overview.breaks

/** Nothing for whoever may not compare. */
export function Breaks() {
  const sees = useCan('overview.breaks')
  const { currentData: data, isError } = useFresh(useOverviewBreaksQuery(sees ? undefined : skipToken))
  if (!sees) return null
  const shown = data
    ? [...data.ages.filter(({ count: lines }) => lines > 0), { ...data.open, all: true }]
    : []
  return (
    <Panel
      title={words().title}
      pad={false}
      aside={<Go to="/desks/reconciliation">{t.reconciliation.title}</Go>}
    >
      <Plain
        label={words().title}
        head={[
          { title: words().age },
          { title: words().lines, end: true },
          { title: t.word.amount, end: true },
          { title: words().oldest, end: true },
        ]}
        rows={shown.map((line) => ({
          key: 'all' in line ? 'all' : (line.of ?? 'older'),
          tone: line.count > 0 ? ('bad' as const) : undefined,
          cells: [
            'all' in line ? words().all : line.of ? words().upTo(line.of) : words().older,
            count(line.count),
            <Amount key="a" minor={line.sum} asset="usdt" />,
            'all' in line && data?.oldest_ms ? sinceNow(data.oldest_ms).away : '–',
          ],
        }))}
      />
      <p className={own.foot}>{data ? <AsOf at={data.at} /> : isError ? t.loadFailed : t.loading}</p>
    </Panel>
  )
}
