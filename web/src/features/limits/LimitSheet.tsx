// Sets one limit or takes it away. Says before the tap whether it holds at once or waits a day.
import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useLimitsSetMutation } from './api.ts'
import type { Limits, LimitsField } from '../../api/endpoints.gen.ts'
import { haptic } from '../../platform/messenger.ts'
import { AmountField } from '../../ui/AmountField.tsx'
import { Button } from '../../ui/Button.tsx'
import { Chips } from '../../ui/Chips.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { toast, toastError } from '../../ui/toast.tsx'
import { isLooser, sessionMinutes, valueOf } from './fields.ts'
import css from './Limits.module.css'

type Props = { limits: Limits; field: LimitsField | null; onClose: () => void }

/** Open while there is a field. */
export function LimitSheet({ limits, field, onClose }: Props) {
  const { t } = useTranslation('limits')
  return (
    <Sheet open={field !== null} title={field === null ? '' : t(`field.${field}`)} onClose={onClose}>
      {field !== null && <Form limits={limits} field={field} onClose={onClose} />}
    </Sheet>
  )
}

function Form({ limits, field, onClose }: { limits: Limits; field: LimitsField; onClose: () => void }) {
  const { t } = useTranslation('limits')
  const now = valueOf(limits, field)
  const [value, setValue] = useState(
    field === 'session_min' ? (now ?? '120') : (now ?? '').replace(/\.?0+$/, ''),
  )
  const [save, { isLoading }] = useLimitsSetMutation()
  const set = async (wish: string | null) => {
    const result = await save({ field, value: wish })
    if (result.error) {
      haptic('error')
      return toastError(result.error)
    }
    haptic('success')
    toast(isLooser(limits, field, wish) ? t('savedLater') : t('saved'), 'good')
    return onClose()
  }
  return (
    <div className={css.form}>
      <p className={css.note}>{t(`about.${field}`)}</p>
      {field === 'session_min' ? (
        <Chips
          label={t('field.session_min')}
          value={value}
          options={sessionMinutes.map((n) => ({ value: n as string, label: t('minutes', { n }) }))}
          onChange={setValue}
        />
      ) : (
        <AmountField label={t('amount')} asset="usdt" value={value} onChange={setValue} />
      )}
      <p className={css.when}>{isLooser(limits, field, value) ? t('later') : t('atOnce')}</p>
      <Button size="l" wide disabled={value === ''} busy={isLoading} onClick={() => void set(value)}>
        {t('save')}
      </Button>
      {now !== null && field !== 'loss_day' && (
        <Button look="secondary" wide disabled={isLoading} onClick={() => void set(null)}>
          {t('remove')}
        </Button>
      )}
    </div>
  )
}
