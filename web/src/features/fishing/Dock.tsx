/**
 * The bottom sheet of the game: in a dive staked, value, net and time; then the controls; then odds, fairness and
 * history.
 */
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Link } from 'react-router'
import { serverNow } from '../../api/clock.ts'
import type { Dive, FishingConfigData } from '../../api/endpoints.gen.ts'
import { formatSpan } from '../../i18n/time.ts'
import { useEverySecond } from '../../state/useEverySecond.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { percent, standingOf } from './model.ts'
import css from './Dock.module.css'
import type { ReactNode } from 'react'

type Props = {
  config: FishingConfigData
  dive: Dive | null
  commit: string | null
  children: ReactNode
  onFair: () => void
  onHistory: () => void
}

/** `children` are the controls of the moment. */
export function Dock({ config, dive, commit, children, onFair, onHistory }: Props) {
  const { t } = useTranslation('fishing')
  return (
    <section className={css.dock} aria-label={t('label')} data-diving={dive !== null}>
      {dive !== null && <Figures dive={dive} />}
      {children}
      <div className={css.foot}>
        <span className={css.records}>
          <button type="button" className={css.small} onClick={onHistory} aria-label={t('history')}>
            <Icon name="history" />
          </button>
          <Link className={css.small} to="/collection" aria-label={t('collection')}>
            <Icon name="trophy" />
          </Link>
        </span>
        <Link className={css.odds} to="/info">
          {t('rtp', { rtp: percent(config.paytable.rtp_ppm, 1_000_000) })}
        </Link>
        <button
          type="button"
          className={css.mark}
          onClick={onFair}
          aria-label={t('fairMark', { commit: (commit ?? '').slice(0, 6) })}
        >
          <Icon name="lock" />
          <code>{(commit ?? '').slice(0, 6)}</code>
        </button>
      </div>
    </section>
  )
}

function Figures({ dive }: { dive: Dive }) {
  const { t } = useTranslation('fishing')
  const { staked, value, net } = standingOf(dive)
  // Ten millions and more; Surface shows the value to the cent.
  const huge = value.length > 10
  return (
    <dl className={css.figures} data-long={value.length > 9}>
      <div>
        <dt>{t('staked')}</dt>
        <dd>
          <Amount value={staked} asset="coin" icon={false} />
        </dd>
      </div>
      <div>
        <dt>{t('value')}</dt>
        <dd>
          <Amount value={value} asset="gusd" icon={false} compact={huge} />
        </dd>
      </div>
      <div>
        <dt>{t('net')}</dt>
        <dd>
          <Amount value={net} asset="gusd" icon={false} compact={huge} signed toned={dive.staked > 0} />
        </dd>
      </div>
      <div className={css.time}>
        <dt>{t('time')}</dt>
        <dd>
          <Elapsed since={dive.started_at} />
        </dd>
      </div>
    </dl>
  )
}

function Elapsed({ since }: { since: number }) {
  useEverySecond()
  return <time className={css.elapsed}>{formatSpan(serverNow() - since)}</time>
}
