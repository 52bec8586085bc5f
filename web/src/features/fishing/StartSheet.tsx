/** The choice before a dive: what a cast costs, and where to begin. A tap chooses; Done closes. */
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { FishingConfigData } from '../../api/endpoints.gen.ts'
import { haptic } from '../../platform/messenger.ts'
import { formatAmount } from '../../shared/money.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { BandDot } from './BandDot.tsx'
import { Diamonds } from './Diamonds.tsx'
import css from './StartSheet.module.css'

type Props = {
  open: boolean
  /** Absent until the game's numbers are there; closed then. */
  config: FishingConfigData | undefined
  stake: number
  level: number
  closed: readonly number[]
  onStake: (stake: number) => void
  onLevel: (level: number) => void
  onClose: () => void
}

/** Both choices are the screen's. */
export function StartSheet({ open, config, stake, level, closed, onStake, onLevel, onClose }: Props) {
  const { t } = useTranslation(['dives', 'fishing'])
  return (
    <Sheet
      open={open && config !== undefined}
      title={t('start.title')}
      onClose={onClose}
      footer={
        <Button size="l" wide icon="check" onClick={onClose}>
          {t('result.done')}
        </Button>
      }
    >
      {config !== undefined && (
        <>
          <Stakes config={config} stake={stake} closed={closed} onStake={onStake} />
          <Levels config={config} level={level} onLevel={onLevel} />
        </>
      )}
    </Sheet>
  )
}

type StakesProps = Pick<Props, 'stake' | 'closed' | 'onStake'> & { config: FishingConfigData }

function Stakes({ config, stake, closed, onStake }: StakesProps) {
  const { t } = useTranslation(['dives', 'fishing'])
  return (
    <section className={css.part} role="group" aria-labelledby="start-stake">
      <h3 id="start-stake">{t('stake')}</h3>
      <div className={css.grid}>
        {config.play_options.map((option) => (
          <button
            key={option}
            type="button"
            className={css.choice}
            aria-pressed={option === stake}
            aria-label={t('stakeOption', { stake: formatAmount(option, 'coin') })}
            data-shut={option > config.stake_max || closed.includes(option)}
            onClick={() => choose(() => onStake(option))}
          >
            <Icon name="coin" />
            {formatAmount(option, 'coin')}
          </button>
        ))}
      </div>
      <p className={css.hint}>{t('start.stakeText')}</p>
    </section>
  )
}

type LevelsProps = Pick<Props, 'level' | 'onLevel'> & { config: FishingConfigData }

function Levels({ config, level, onLevel }: LevelsProps) {
  const { t } = useTranslation(['dives', 'fishing'])
  const starts = [{ level: 1, diamond: 0 }, ...config.deep_start]
  const multOf = (start: number) =>
    config.bands.find((band) => start >= band.from && start <= band.to)?.mult ?? 1
  return (
    <section className={css.part} role="group" aria-labelledby="start-level">
      <h3 id="start-level">{t('deepStart')}</h3>
      <div className={css.grid}>
        {starts.map((start) => (
          <button
            key={start.level}
            type="button"
            className={css.choice}
            aria-pressed={level === start.level}
            onClick={() => choose(() => onLevel(start.level))}
          >
            <BandDot level={start.level} />
            <span>{t('level', { level: start.level })}</span>
            <small>x{multOf(start.level)}</small>
            {start.diamond === 0 ? <small>{t('start.free')}</small> : <Diamonds count={start.diamond} />}
          </button>
        ))}
      </div>
      <p className={css.hint}>{t('start.levelText')}</p>
    </section>
  )
}

function choose(change: () => void): void {
  haptic('select')
  change()
}
