// Every movement of a balance, newest first, by day, the lines of a dive together. A tap answers "why?".
import { useState } from 'react'
import { refetchAfterS } from '../../api/refetch.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Link } from 'react-router'
import type { WalletLine } from '../../api/endpoints.gen.ts'
import { Chips } from '../../ui/Chips.tsx'
import { DayList } from '../../ui/Lines.tsx'
import { PagesState } from '../../ui/QueryState.tsx'
import { Empty } from '../../ui/states.tsx'
import { useWalletHistoryPagesInfiniteQuery, type HistoryFilter } from './api.ts'
import { DiveEntry } from './DiveEntry.tsx'
import { entriesOf, newestOf } from './entries.ts'
import { HistoryLine } from './HistoryLine.tsx'
import { WhySheet } from './WhySheet.tsx'
import css from './History.module.css'

const filters: readonly HistoryFilter[] = ['', 'coin', 'diamond', 'gusd', 'usdt', 'coupon']

/** Filter, lines, and the sheet about one of them. */
export function History() {
  const { t } = useTranslation('wallet')
  const { t: common } = useTranslation()
  const [filter, setFilter] = useState<HistoryFilter>('')
  const [asked, setAsked] = useState<WalletLine | null>(null)
  const options = filters.map((value) => ({
    value,
    label: value ? common(`asset.${value}`) : t('filter.all'),
  }))
  return (
    <>
      <h2>{t('activity')}</h2>
      <Chips label={t('filter.label')} value={filter} options={options} onChange={setFilter} />
      <Lines key={filter} filter={filter} onAsk={setAsked} />
      <WhySheet line={asked} onClose={() => setAsked(null)} />
    </>
  )
}

function Lines({ filter, onAsk }: { filter: HistoryFilter; onAsk: (line: WalletLine) => void }) {
  const { t } = useTranslation('wallet')
  const query = useWalletHistoryPagesInfiniteQuery(filter === '' ? {} : { asset: filter }, {
    refetchOnMountOrArgChange: refetchAfterS,
  })
  return (
    <PagesState
      query={query}
      heights={[0.4, 1.2, 1.2, 1.2, 1.2, 1.2]}
      empty={
        <Empty icon="history" title={t('empty.title')} text={t('empty.text')}>
          <Link to="/">{t('empty.link')}</Link>
        </Empty>
      }
      end={<p className={css.end}>{t('end')}</p>}
    >
      {(lines) => (
        <DayList
          lines={entriesOf(lines, query.hasNextPage)}
          at={(entry) => newestOf(entry)?.at ?? 0}
          id={(entry) => newestOf(entry)?.id ?? ''}
        >
          {(entry) =>
            'line' in entry ? (
              <HistoryLine line={entry.line} onAsk={() => onAsk(entry.line)} />
            ) : (
              <DiveEntry entry={entry} onAsk={onAsk} />
            )
          }
        </DayList>
      )}
    </PagesState>
  )
}
