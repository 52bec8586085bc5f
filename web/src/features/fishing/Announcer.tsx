/**
 * What the last cast brought, above the hook. It comes after the picture and goes by itself; the numbers stay in the
 * dock.
 */
import { useTranslation } from '../../i18n/useTranslation.ts'
import { formatAmount } from '../../shared/money.ts'
import type { Announcement } from './commands.ts'
import css from './Announcer.module.css'

/** A live region: it is always there, its content changes. */
export function Announcer({ announcement }: { announcement: Announcement | null }) {
  return (
    <div className={css.place} aria-live="polite">
      {announcement !== null && <Words key={announcement.id} announcement={announcement} />}
    </div>
  )
}

function Words({ announcement: { news } }: { announcement: Announcement }) {
  const { t } = useTranslation(['dives', 'fishing'])
  switch (news.kind) {
    case 'empty':
      return <p className={css.quiet}>{t('empty')}</p>
    case 'fish':
      return (
        <p className={`${css.card} ${news.grand ? (css.grand ?? '') : ''}`}>
          <span>{t(`fish.${news.id}` as 'fish.tuna', { defaultValue: t('fish.unknown') })}</span>
          <b className={css.gain}>{formatAmount(news.value, 'gusd', { signed: true })}</b>
        </p>
      )
    case 'chest':
      return (
        <p className={`${css.card} ${css.grand ?? ''}`}>
          <span>{t('chest')}</span>
          <b className={css.gain}>{formatAmount(news.value, 'gusd', { signed: true })}</b>
          <small>{t('chestTold')}</small>
        </p>
      )
    case 'mine':
      return (
        <p className={`${css.card} ${news.lost > 0 ? (css.loss ?? '') : ''}`}>
          <b className={css.boom}>{t('mine')}</b>
          <small>
            {news.shield
              ? t('mineShield')
              : news.lost > 0
                ? t('mineLost', { lost: news.lost, value: formatAmount(`-${news.lostValue}`, 'gusd') })
                : t('mineNone')}
          </small>
        </p>
      )
  }
}
