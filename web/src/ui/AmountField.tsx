// A field for an amount of money: big digits, the asset's sign, and what there is of it.
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon, type IconName } from './Icon.tsx'
import { decimals, formatAmount, type AssetName } from '../shared/money.ts'
import css from './AmountField.module.css'

type Props = {
  label: string
  asset: AssetName & IconName
  value: string
  onChange: (value: string) => void
  /** Decimals that can be typed, when fewer than the asset has. */
  places?: number
  /** What the player has of it; shown beside the label. */
  balance?: string | undefined
  /** The most that can be entered; a tap on Max enters it. */
  max?: string | undefined
  hint?: string | undefined
  fault?: string | undefined
}

/** One amount; `value` is always empty or a decimal string with the asset's places at most. */
export function AmountField({
  label,
  asset,
  value,
  onChange,
  places = decimals[asset],
  balance,
  max,
  hint,
  fault,
}: Props) {
  const { t } = useTranslation()
  const id = useId()
  const note = fault ?? hint
  return (
    <div className={css.field}>
      <div className={css.head}>
        <label htmlFor={id}>{label}</label>
        {balance !== undefined && (
          <span className={css.balance}>{t('amount.have', { amount: formatAmount(balance, asset) })}</span>
        )}
      </div>
      <div className={css.box} data-fault={fault !== undefined}>
        <Icon name={asset} className={css[asset]} />
        <input
          id={id}
          inputMode="decimal"
          enterKeyHint="done"
          autoComplete="off"
          placeholder="0"
          value={value}
          data-long={value.length > 12}
          aria-invalid={fault !== undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          onChange={(event) => onChange(typedAmount(event.target.value, places))}
        />
        {max !== undefined && (
          <button type="button" className={css.max} onClick={() => onChange(typedAmount(max, places))}>
            {t('amount.max')}
          </button>
        )}
      </div>
      {note && (
        <p id={`${id}-note`} className={fault ? css.fault : css.hint} role={fault ? 'alert' : undefined}>
          {note}
        </p>
      )}
    </div>
  )
}

/**
 * What was typed as a decimal string of at most `places` decimals: a comma is a point, anything else is left out, and
 * digits that the asset does not have are cut. Zeros in front go, so that "007" is "7".
 */
export function typedAmount(text: string, places: number): string {
  const [whole = '', ...rest] = text
    .replaceAll(',', '.')
    .replaceAll(/[^\d.]/g, '')
    .split('.')
  const digits = whole.replace(/^0+(?=\d)/, '').slice(0, 15)
  if (rest.length === 0 || places === 0) return digits
  return `${digits || '0'}.${rest.join('').slice(0, places)}`
}
