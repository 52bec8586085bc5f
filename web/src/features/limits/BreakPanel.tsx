// A break from play: a short cool-off or a long self-exclusion. It can be prolonged and never shortened, by nobody.
import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { serverNow } from '../../api/clock.ts'
import { useLimitsExcludeMutation } from './api.ts'
import type { Limits, LimitsBreak } from '../../api/endpoints.gen.ts'
import { formatTime } from '../../i18n/time.ts'
import { haptic } from '../../platform/messenger.ts'
import { Button } from '../../ui/Button.tsx'
import { Chips } from '../../ui/Chips.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { toast, toastError } from '../../ui/toast.tsx'
import { breakDays } from './fields.ts'
import css from './Limits.module.css'

/** What break is on, and the way to one. */
export function BreakPanel({ limits }: { limits: Limits }) {
  const { t } = useTranslation('limits')
  const [asking, setAsking] = useState(false)
  const until = Math.max(limits.cool_off_until ?? 0, limits.excluded_until ?? 0)
  const resting = until > serverNow()
  return (
    <section className={css.rest} aria-label={t('break.title')}>
      <h3>{t('break.title')}</h3>
      {resting && (
        <p className={css.on}>
          <Icon name="clock" />
          {t('break.on', { time: formatTime(until) })}
        </p>
      )}
      <p className={css.note}>{t('break.text')}</p>
      <Button look="secondary" wide icon="clock" onClick={() => setAsking(true)}>
        {t(resting ? 'break.longer' : 'break.take')}
      </Button>
      <Sheet open={asking} title={t('break.take')} onClose={() => setAsking(false)}>
        {asking && <Form onClose={() => setAsking(false)} />}
      </Sheet>
    </section>
  )
}

function Form({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('limits')
  const [kind, setKind] = useState<LimitsBreak>('cool_off')
  const [days, setDays] = useState<string>(String(breakDays.cool_off[0]))
  const [sure, setSure] = useState(false)
  const [exclude, { isLoading }] = useLimitsExcludeMutation()
  const choose = (next: LimitsBreak) => {
    setKind(next)
    setDays(String(breakDays[next][0]))
    setSure(false)
  }
  const take = async () => {
    const result = await exclude({ kind, days: Number(days) })
    if (result.error) {
      haptic('error')
      return toastError(result.error)
    }
    toast(t('break.taken'), 'good')
    return onClose()
  }
  return (
    <div className={css.form}>
      <Choice
        label={t('break.kind')}
        value={kind}
        options={(['cool_off', 'exclude'] as const).map((value) => ({ value, label: t(`break.${value}`) }))}
        onChange={choose}
      />
      <Chips
        label={t('break.long')}
        value={days}
        options={breakDays[kind].map((n) => ({ value: String(n), label: t(`break.days.${n}`) }))}
        onChange={setDays}
      />
      <label className={css.sure}>
        <input type="checkbox" checked={sure} onChange={(event) => setSure(event.target.checked)} />
        <span>{t('break.sure')}</span>
      </label>
      <Button look="danger" size="l" wide disabled={!sure} busy={isLoading} onClick={() => void take()}>
        {t('break.start', { time: t(`break.days.${days as '1'}`) })}
      </Button>
    </div>
  )
}
