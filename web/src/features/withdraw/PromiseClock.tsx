// What is left of the time that a withdrawal is promised in (domain §10.9: usually within 24 hours), by the server's
// clock.
import { useTranslation } from '../../i18n/useTranslation.ts'
import { serverNow } from '../../api/clock.ts'
import type { Wd } from '../../api/endpoints.gen.ts'
import { formatSpan, formatTime } from '../../i18n/time.ts'
import { useEverySecond } from '../../state/useEverySecond.ts'
import css from './PromiseClock.module.css'

const hourMs = 3_600_000

/** By when, and what is left of it; when it is over it says that instead. */
export function PromiseClock({ withdraw }: { withdraw: Pick<Wd, 'created_at' | 'eta_at'> }) {
  const { t } = useTranslation('withdraw')
  useEverySecond()
  const wholeMs = withdraw.eta_at - withdraw.created_at
  const leftMs = withdraw.eta_at - serverNow()
  const hours = Math.round(wholeMs / hourMs)
  if (leftMs <= 0) return <p className={css.over}>{t('detail.over', { hours })}</p>
  const text = t('detail.left', { time: formatSpan(leftMs), hours })
  return (
    <div className={css.clock}>
      <p>{t('detail.expected', { time: formatTime(withdraw.eta_at) })}</p>
      <progress
        max={wholeMs}
        value={Math.max(0, wholeMs - leftMs)}
        aria-label={t('detail.left', { time: '', hours }).trim()}
      />
      <span>{text}</span>
    </div>
  )
}
