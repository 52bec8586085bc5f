/** During a dive: Cast, which waits 2.5 s between two casts, and Surface, which always works. */
import { useEffect, useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { serverNow } from '../../api/clock.ts'
import type { Dive } from '../../api/endpoints.gen.ts'
import { formatAmount } from '../../shared/money.ts'
import { Icon } from '../../ui/Icon.tsx'
import { standingOf } from './model.ts'
import type { Busy } from './commands.ts'
import css from './Controls.module.css'

/** The ring's circle: radius 44 in a box of 96. */
const around = 2 * Math.PI * 44

type Props = {
  dive: Dive
  busy: Busy
  readyAt: number
  pauseMs: number
  onCast: () => void
  onSurface: () => void
}

/** `readyAt` is the server's time of the next possible cast; `pauseMs` the whole pause, for the ring. */
export function DiveControls({ dive, busy, readyAt, pauseMs, onCast, onSurface }: Props) {
  const { t } = useTranslation('fishing')
  const { t: common } = useTranslation()
  const left = useLeft(readyAt)
  const value = formatAmount(standingOf(dive).value, 'gusd')
  return (
    <div className={css.during}>
      <button
        type="button"
        className={css.surface}
        onClick={onSurface}
        disabled={busy !== null}
        aria-busy={busy === 'surface'}
      >
        <span>
          <Icon name="up" />
          {t('surface')}
        </span>{' '}
        <b>{value}</b>
      </button>
      <button
        type="button"
        className={css.cast}
        onClick={onCast}
        disabled={busy !== null || left > 0}
        aria-busy={busy === 'cast'}
      >
        <svg className={css.ring} viewBox="0 0 96 96" aria-hidden>
          <circle cx="48" cy="48" r="44" className={css.track} />
          {left > 0 && (
            <circle
              key={readyAt}
              cx="48"
              cy="48"
              r="44"
              className={css.run}
              strokeDasharray={around}
              style={{
                animationDuration: `${left}ms`,
                ['--from' as string]: `${around * Math.min(1, left / pauseMs)}`,
              }}
            />
          )}
          {busy === 'cast' && (
            <circle cx="48" cy="48" r="44" className={css.wait} strokeDasharray={`${around / 5} ${around}`} />
          )}
        </svg>
        <Icon name="hook" className={css.castIcon} />
        <span className={css.castName}>{t('cast')}</span>{' '}
        <span className={css.castCost}>
          <Icon name="coin" />
          <span className="visually-hidden">{common('asset.coin')} </span>
          {formatAmount(dive.stake, 'coin')}
        </span>
      </button>
    </div>
  )
}

/** Milliseconds until the server takes the next cast, as of the last change; 0 when it would take one now. */
function useLeft(readyAt: number): number {
  const [seen, setSeen] = useState({ readyAt: 0, left: 0 })
  if (seen.readyAt !== readyAt) setSeen({ readyAt, left: Math.max(0, readyAt - serverNow()) })
  useEffect(() => {
    const left = readyAt - serverNow()
    if (left <= 0) {
      setSeen({ readyAt, left: 0 })
      return undefined
    }
    const timer = setTimeout(() => setSeen({ readyAt, left: 0 }), left)
    return () => clearTimeout(timer)
  }, [readyAt])
  return seen.left
}
