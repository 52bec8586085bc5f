/** The right column: the safe box, which no mine touches, and the shield for the next cast. */
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { Dive } from '../../api/endpoints.gen.ts'
import { Icon } from '../../ui/Icon.tsx'
import { formatAmount, isPositive } from '../../shared/money.ts'
import { safeOf } from './model.ts'
import { ThingPicture } from './Picture.tsx'
import type { Announcement } from './commands.ts'
import css from './SideColumn.module.css'

type Props = {
  dive: Dive
  announcement: Announcement | null
  shield: boolean
  cost: number
  disabled: boolean
  onShield: (on: boolean) => void
}

/** Only during a dive: before it there is nothing to keep safe. */
export function SideColumn({ dive, announcement, shield, cost, disabled, onShield }: Props) {
  const { t } = useTranslation('fishing')
  const { t: common } = useTranslation()
  const safe = safeOf(dive)
  return (
    <div className={css.column}>
      <div className={css.safe}>
        <ThingPicture name={isPositive(safe, 'gusd') ? 'chestOpen' : 'chest'} />
        <span className={css.label}>{t('safe')}</span>
        <b className={css.value}>{formatAmount(safe, 'gusd')}</b>
      </div>
      <button
        type="button"
        role="switch"
        aria-checked={shield}
        aria-description={shield ? t('shieldOn', { cost }) : t('shieldOff')}
        className={css.shield}
        disabled={disabled}
        onClick={() => onShield(!shield)}
      >
        <Icon name="shield" className={css.shieldIcon} />
        <span className={css.label}>{t('shield')}</span>{' '}
        <span className={css.cost}>
          <Icon name="diamond" />
          <span className="visually-hidden"> {common('asset.diamond')} </span>
          {cost}
        </span>
      </button>
      {announcement !== null && isPositive(announcement.bonus, 'gusd') && (
        <span key={announcement.id} className={css.bonus}>
          <span>{t('dangerBonus')}</span> {formatAmount(announcement.bonus, 'gusd', { signed: true })}
        </span>
      )}
    </div>
  )
}
