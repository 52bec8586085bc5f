// A field for an amount of money: big digits, the asset's sign, and what there is of it.
import { useId, useState } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { Icon, type IconName } from './Icon.tsx'
import { decimals, formatAmount, type AssetName } from '../shared/money.ts'
import { cutToPlaces, isUnfinished, readTyped } from '../shared/typedAmount.ts'
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

/**
 * One amount; `value` is always empty or a decimal string with the asset's places at most. A text that is no amount
 * stays in the field with the reason, and `value` is empty meanwhile.
 */
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
  const [text, setText] = useState(value)
  const [typing, setTyping] = useState(false)
  // The device's pad of digits may have a comma in place of the point that the note asks for: who left the field with
  // one comes back to all keys. They do not change under the fingers.
  const [pointless, setPointless] = useState(false)
  const typed = readTyped(text, places)
  // Somebody else chose the amount, such as a button beside the field or Max.
  if (typed.amount !== readTyped(value, places).amount) {
    setText(value)
    setPointless(false)
  }
  const unread = typed.fault !== null && !(typing && isUnfinished(text)) ? typed.fault : null
  const wrong = unread === null ? fault : t(`amount.${unread}`, { places })
  const note = wrong ?? hint
  return (
    <div className={css.field}>
      <div className={css.head}>
        <label htmlFor={id}>{label}</label>
        {balance !== undefined && (
          <span className={css.balance}>{t('amount.have', { amount: formatAmount(balance, asset) })}</span>
        )}
      </div>
      <div className={css.box} data-fault={wrong !== undefined}>
        <Icon name={asset} className={css[asset]} />
        <input
          id={id}
          inputMode={pointless ? 'text' : 'decimal'}
          enterKeyHint="done"
          autoComplete="off"
          placeholder="0"
          value={text}
          data-long={text.length > 12}
          aria-invalid={wrong !== undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          onFocus={() => setTyping(true)}
          onBlur={() => {
            setTyping(false)
            setPointless(typed.fault === 'grouping')
          }}
          onChange={({ target }) => {
            setText(target.value)
            onChange(readTyped(target.value, places).amount)
          }}
        />
        {max !== undefined && (
          <button type="button" className={css.max} onClick={() => onChange(cutToPlaces(max, places))}>
            {t('amount.max')}
          </button>
        )}
      </div>
      {note && (
        <p id={`${id}-note`} className={wrong ? css.fault : css.hint} role={wrong ? 'alert' : undefined}>
          {note}
        </p>
      )}
    </div>
  )
}
