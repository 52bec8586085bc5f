// The state of an order as a word with its colour and sign.
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import type { Label } from './order.ts'
import css from './StateMark.module.css'

const icons: Readonly<Record<Label, IconName>> = {
  waiting: 'clock',
  loading: 'refresh',
  success: 'check',
  fail: 'alert',
}

/** waiting, loading, success or fail. */
export function StateMark({ label }: { label: Label }) {
  const { t } = useTranslation('coupon')
  return (
    <span className={css.mark} data-label={label}>
      <Icon name={icons[label]} />
      <span>{t(`state.${label}`)}</span>
    </span>
  )
}
