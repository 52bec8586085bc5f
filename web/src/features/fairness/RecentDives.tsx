// The last dives to choose from, so that nobody has to type an id.
import { useTranslation } from 'react-i18next'
import { useFishingHistoryQuery } from '../../api/endpoints.gen.ts'
import { formatTime } from '../../i18n/time.ts'
import css from './fairness.module.css'

const recentMax = 5

/** Nothing while loading, when there are none, or when the history cannot be had: the id field works alone. */
export function RecentDives({ chosen, onChoose }: { chosen: string; onChoose: (id: string) => void }) {
  const { t } = useTranslation('fairness')
  const { data } = useFishingHistoryQuery({ last_id: '', size: recentMax })
  if (!data || data.list.length === 0) return null
  return (
    <fieldset className={css.recent}>
      <legend>{t('verify.recent')}</legend>
      {data.list.map((dive) => (
        <button
          key={dive.dive_id}
          type="button"
          className={css.dive}
          aria-pressed={dive.dive_id === chosen}
          onClick={() => onChoose(dive.dive_id)}
        >
          {t('verify.pickDive', { casts: dive.casts, time: formatTime(dive.closed_at) })}
        </button>
      ))}
    </fieldset>
  )
}
