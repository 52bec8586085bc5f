/** Before a dive: the stake per cast, where to start, and Dive. */
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Asset, FishingConfigData } from '../../api/endpoints.gen.ts'
import { haptic } from '../../platform/messenger.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { formatAmount } from '../../shared/money.ts'
import { Diamonds } from './Diamonds.tsx'
import { bandName, canPay, diamondsFor } from './model.ts'
import css from './Controls.module.css'

type Props = {
  config: FishingConfigData
  assets: Asset | null
  stake: number
  level: number
  closed: readonly number[]
  busy: boolean
  onStake: (stake: number) => void
  onLevel: (level: number) => void
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
  onStake,
  onLevel,
  onDive,
  onCoins,
}: Props) {
  const { t } = useTranslation('fishing')
  const poor = assets !== null && !canPay(stake, assets)
  const shut = closed.includes(stake) || stake > config.stake_max
  return (
    <div className={css.start}>
      <Stakes config={config} stake={stake} closed={closed} onStake={onStake} />
      <Levels config={config} level={level} onLevel={onLevel} />
      {shut && (
        <p className={css.note} role="status">
          <Icon name="info" />
          {closed.includes(stake) ? t('stakeClosed') : t('stakeOver')}
        </p>
      )}
      {poor ? (
        <Button size="l" wide icon="coin" onClick={onCoins}>
          {t('getCoins')}
        </Button>
      ) : (
        <Button size="l" wide icon="hook" busy={busy} disabled={shut} onClick={onDive}>
          {level === 1 ? t('dive') : t('diveFrom', { level })}
          <Diamonds count={diamondsFor(level, config)} onAccent />
        </Button>
      )}
    </div>
  )
}

function Stakes({ config, stake, closed, onStake }: Pick<Props, 'config' | 'stake' | 'closed' | 'onStake'>) {
  const { t } = useTranslation('fishing')
  return (
    <Row label={t('stake')} chosen={stake}>
      {config.play_options.map((option) => (
        <button
          key={option}
          type="button"
          className={css.chip}
          aria-pressed={option === stake}
          aria-label={t('stakeOption', { stake: formatAmount(option, 'coin') })}
          data-shut={option > config.stake_max || closed.includes(option)}
          onClick={() => choose(() => onStake(option))}
        >
          <Icon name="coin" />
          {formatAmount(option, 'coin')}
        </button>
      ))}
    </Row>
  )
}

function Levels({ config, level, onLevel }: Pick<Props, 'config' | 'level' | 'onLevel'>) {
  const { t } = useTranslation('fishing')
  return (
    <Row label={t('deepStart')} chosen={level}>
      <button
        type="button"
        className={css.chip}
        aria-pressed={level === 1}
        onClick={() => choose(() => onLevel(1))}
      >
        <i className={css.dot} data-band="a" />
        {t('startSurface')}
        <span className="visually-hidden"> {t('startFree')}</span>
      </button>
      {config.deep_start.map((start) => {
        const mult =
          config.bands.find((band) => start.level >= band.from && start.level <= band.to)?.mult ?? 1
        return (
          <button
            key={start.level}
            type="button"
            className={css.chip}
            aria-pressed={level === start.level}
            onClick={() => choose(() => onLevel(start.level))}
          >
            <i className={css.dot} data-band={bandName(start.level)} />
            <span className="visually-hidden">{t('level', { level: start.level })} </span>x{mult}
            <Diamonds count={start.diamond} />
          </button>
        )
      })}
    </Row>
  )
}

/** Choices in a row that scrolls by itself; the chosen one is in its middle, also when the screen comes back. */
function Row({ label, chosen, children }: { label: string; chosen: number; children: ReactNode }) {
  const row = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const [frame, chip] = [row.current, row.current?.querySelector('[aria-pressed=true]')]
    if (!frame || !chip) return
    const [outer, inner] = [frame.getBoundingClientRect(), chip.getBoundingClientRect()]
    frame.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2
  }, [chosen])
  return (
    <div ref={row} className={css.row} role="group" aria-label={label}>
      {children}
    </div>
  )
}

function choose(change: () => void): void {
  haptic('select')
  change()
}
