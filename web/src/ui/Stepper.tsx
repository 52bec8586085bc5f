// A small whole number with a button on either side.
import { useTranslation } from '../i18n/useTranslation.ts'
import { Icon } from './Icon.tsx'
import css from './Stepper.module.css'

type Props = { label: string; value: number; min: number; max: number; onChange: (value: number) => void }

/** A count between two bounds, both included. */
export function Stepper({ label, value, min, max, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <div className={css.stepper} role="group" aria-label={label}>
      <span className={css.label}>{label}</span>
      <button
        type="button"
        onClick={() => onChange(value - 1)}
        disabled={value <= min}
        aria-label={t('less')}
      >
        <Icon name="minus" />
      </button>
      <output>{value}</output>
      <button
        type="button"
        onClick={() => onChange(value + 1)}
        disabled={value >= max}
        aria-label={t('more')}
      >
        <Icon name="plus" />
      </button>
    </div>
  )
}
