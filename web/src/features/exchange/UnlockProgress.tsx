// How far locked tokens are from being free, in one line for the wallet: conditions that hold, and what the day allows.
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Link } from 'react-router'
import { formatAmount } from '../../shared/money.ts'
import { useAssets } from '../../state/hooks.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useExchangeInfoQuery } from './api.ts'
import { unlockable } from './pairs.ts'
import css from './UnlockProgress.module.css'

/** Leads to the unlock; nothing while it is not known, since the exchange itself says what failed. */
export function UnlockProgress() {
  const { t } = useTranslation('exchange')
  const { data } = useExchangeInfoQuery()
  const bonus = useAssets()?.gusd_bonus
  if (data === undefined || bonus === undefined) return null
  const { gate } = data.unlock
  const met = gate.filter(({ ok }) => ok).length
  const most = unlockable({ ...data.unlock, bonus })
  return (
    <Link className={css.progress} to="/home/exchange">
      <span>
        {met < gate.length
          ? t('unlock.progress', { met, all: gate.length })
          : t('unlock.today', { amount: formatAmount(most, 'gusd') })}
      </span>
      <Icon name="chevron" />
      <progress className={css.bar} value={met} max={gate.length} aria-label={t('unlock.gate')} />
    </Link>
  )
}
