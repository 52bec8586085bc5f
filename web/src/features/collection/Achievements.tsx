// What was reached, with its day; the rest says only what it takes.
import type { CollectionAchievement } from '../../api/endpoints.gen.ts'
import { formatDay } from '../../i18n/time.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import css from './Collection.module.css'

const icons: Readonly<Record<CollectionAchievement['of'], IconName>> = {
  species: 'fish',
  depth: 'anchor',
  check_ins: 'calendar',
  friends: 'people',
  week_place: 'trophy',
}

/** In the server's order. */
export function Achievements({ list }: { list: readonly CollectionAchievement[] }) {
  const { t } = useTranslation('collection')
  return (
    <section className={css.achievements}>
      <h2>{t('achievements')}</h2>
      <ul>
        {list.map(({ id, of, target, reached_at: at }) => (
          <li key={id} data-reached={at !== null}>
            <Icon name={icons[of]} className={css.mark} />
            <span>
              <b>{t(`achievement.${of}`, { count: target })}</b>
              <small>{at === null ? t('notReached') : t('reached', { day: formatDay(at) })}</small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
