// Rewards of invitations, newest first; each is received once, by the player.
import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { TeamRecord } from '../../api/endpoints.gen.ts'
import { refetchAfterS } from '../../api/refetch.ts'
import { Chips } from '../../ui/Chips.tsx'
import { PagesState } from '../../ui/QueryState.tsx'
import { Empty } from '../../ui/states.tsx'
import { useTeamRecordsPagesInfiniteQuery } from './api.ts'
import { RecordLine } from './RecordLine.tsx'
import css from './Records.module.css'

const filters = ['all', 'invites', 'earnings'] as const
type Filter = (typeof filters)[number]

/** An invitation is no share of earnings, and the other way round. */
const passes = (filter: Filter, { type }: TeamRecord) =>
  filter === 'all' || (filter === 'invites') === (type === 'invite')

/** The list with its filter. */
export function Records() {
  const { t } = useTranslation('invite')
  const [filter, setFilter] = useState<Filter>('all')
  return (
    <section className={css.records} aria-labelledby="records">
      <h2 id="records">{t('records.title')}</h2>
      <Chips
        label={t('records.filter')}
        value={filter}
        options={filters.map((value) => ({ value, label: t(`records.${value}`) }))}
        onChange={setFilter}
      />
      <Lines filter={filter} />
    </section>
  )
}

function Lines({ filter }: { filter: Filter }) {
  const { t } = useTranslation('invite')
  const query = useTeamRecordsPagesInfiniteQuery(undefined, { refetchOnMountOrArgChange: refetchAfterS })
  return (
    <PagesState
      query={query}
      heights={[1.3, 1.3, 1.3]}
      filter={(record) => passes(filter, record)}
      empty={<Empty icon="people" title={t('records.empty')} text={t('records.emptyText')} />}
      end={<p className={css.end}>{t('records.end')}</p>}
    >
      {(records) => (
        <ul className={css.list}>
          {records.map((record) => (
            <RecordLine key={record.record_id} record={record} />
          ))}
        </ul>
      )}
    </PagesState>
  )
}
