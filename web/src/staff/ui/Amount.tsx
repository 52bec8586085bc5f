// The one way to show money: exact digits, sign, colour by the sign, and what it is an amount of.
import { amountText, partsOf, symbols } from '../words/money.ts'
import css from './ui.module.css'

type Props = {
  /** Minor units, as text. */
  minor: string
  asset: string
  /** A plus before what was added, and the colour of the sign. */
  signed?: boolean
  /** In a column whose head names the asset. */
  bare?: boolean
}

/** An amount of one asset in all its decimals; zeros at the end are quiet. */
export function Amount({ minor, asset, signed = false, bare = false }: Props) {
  const parts = partsOf(minor, asset, signed)
  if (!parts) return <span>{minor}</span>
  const tone = parts.sign === '' ? undefined : parts.sign === '+' ? css.plus : signed ? css.minus : undefined
  return (
    <span className={css.amount} title={`${amountText(minor, asset)} ${symbols[asset] ?? asset}`}>
      <span className={tone}>
        {parts.sign}
        {parts.whole}
        {(parts.cents || parts.rest) && '.'}
        {parts.cents}
        {parts.rest && <span className={css.zeros}>{parts.rest}</span>}
      </span>
      {!bare && <span className={css.asset}>{symbols[asset] ?? asset}</span>}
    </span>
  )
}
