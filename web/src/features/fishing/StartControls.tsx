/** Before a dive: one line that helps, one button for stake and start level, and Dive. */
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { Asset, FishingConfigData } from '../../api/endpoints.gen.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { formatAmount } from '../../shared/money.ts'
import { BandDot } from './BandDot.tsx'
import { Diamonds } from './Diamonds.tsx'
import { canPay, diamondsFor } from './model.ts'
import css from './Controls.module.css'

type Props = {
  config: FishingConfigData
  assets: Asset | null
  stake: number
  level: number
  closed: readonly number[]
  busy: boolean
  /** Opens the choice of stake and level. */
  onChoose: () => void
  onDive: () => void
  onCoins: () => void
}

/** Choices are kept by the screen, so that the next dive starts with the same ones. */
export function StartControls({
  config,
  assets,
  stake,
  level,
  closed,
  busy,
  onChoose,
  onDive,
  onCoins,
}: Props) {
  const { t } = useTranslation('fishing')
  const poor = assets !== null && !canPay(stake, assets)
  const shut = closed.includes(stake) ? 'stakeClosed' : stake > config.stake_max ? 'stakeOver' : null
  const coins = formatAmount(stake, 'coin')
  const help = shut !== null ? t(shut) : poor ? t('help.poor', { stake: coins }) : t('help.dive')
  return (
    <div className={css.start}>
      <p className={css.help} data-warn={shut !== null} role="status">
        {help}
      </p>
      <button type="button" className={css.selector} aria-haspopup="dialog" onClick={onChoose}>
        <Icon name="coin" />
        <span>{t('choice', { stake: coins, level })}</span>
        <BandDot level={level} />
        <Icon name="chevron" />
      </button>
      {poor ? (
        <Button size="l" wide icon="coin" onClick={onCoins}>
          {t('getCoins')}
        </Button>
      ) : (
        <Button size="l" wide icon="hook" busy={busy} disabled={shut !== null} onClick={onDive}>
          {level === 1 ? t('dive') : t('diveFrom', { level })}
          <Diamonds count={diamondsFor(level, config)} onAccent />
        </Button>
      )}
    </div>
  )
}
