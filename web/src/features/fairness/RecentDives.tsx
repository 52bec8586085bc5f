// The last dives to choose from, so that nobody has to type an id.
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFishingHistoryPagesInfiniteQuery } from '../../api/shared.ts'
import { formatTime } from '../../i18n/time.ts'
import css from './fairness.module.css'

const recentMax = 5

/** Nothing while loading, when there are none, or when the history cannot be had: the id field works alone. */
export function RecentDives({ chosen, onChoose }: { chosen: string; onChoose: (id: string) => void }) {
  const { t } = useTranslation('fairness')
  const { data } = useFishingHistoryPagesInfiniteQuery({ size: recentMax })
  const dives = data?.pages[0]?.list ?? []
  if (dives.length === 0) return null
  return (
    <fieldset className={css.recent}>
      <legend>{t('verify.recent')}</legend>
      {dives.map((dive) => (
        <button
          key={dive.dive_id}
          type="button"
          className={css.dive}
          aria-pressed={dive.dive_id === chosen}
          onClick={() => onChoose(dive.dive_id)}
        >
          {t('verify.pickDive', { count: dive.casts, time: formatTime(dive.closed_at) })}
        </button>
      ))}
    </fieldset>
  )
}
