// The one way to show money: icon, exact digits, sign. The sign and not only the colour shows
// gains from losses.
import { Fragment, type ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import { formatAmount, formatCompact, isHeld, isPositive, type AssetName } from '../shared/money.ts'
import css from './Amount.module.css'

const icons: Readonly<Record<AssetName, IconName>> = {
  coin: 'coin',
  coin_paid: 'coin',
  coin_promo: 'coin',
  diamond: 'diamond',
  gusd: 'gusd',
  gusd_bonus: 'gusd_bonus',
  usdt: 'usdt',
  usdt_hold: 'usdt_hold',
  coupon: 'coupon',
}

const hues: Readonly<Record<AssetName, string | undefined>> = {
  coin: css.coin,
  coin_paid: css.coin,
  coin_promo: css.coin,
  diamond: css.diamond,
  gusd: css.gusd,
  gusd_bonus: css.held,
  usdt: css.usdt,
  usdt_hold: css.held,
  coupon: css.coupon,
}

/** More characters than this may need a second line on the smallest phone. */
const longest = 16

type Props = {
  value: string | number
  asset: AssetName
  /** Spoken name of the asset; without it only the digits are read. */
  label?: string
  signed?: boolean
  icon?: boolean
  /** Shortens large amounts; the full one is one tap away. */
  compact?: boolean
  /** Colours the digits by their sign instead of leaving them in the text colour. */
  toned?: boolean
  className?: string | undefined
}

/** An amount of one asset, in its decimals, with tabular digits. */
export function Amount({
  value,
  asset,
  label,
  signed = false,
  compact = false,
  icon = true,
  toned = false,
  className,
}: Props) {
  const text = compact
    ? `${signed && isPositive(value, asset) ? '+' : ''}${formatCompact(value, asset)}`
    : formatAmount(value, asset, { signed })
  // What cannot be spent is neither a gain nor a loss.
  const tone = toned && !isHeld(asset) ? (text.startsWith('\u2212') ? css.minus : css.plus) : undefined
  return (
    <span className={[css.amount, className].filter(Boolean).join(' ')} data-long={text.length > longest}>
      {icon && <Icon name={icons[asset]} className={hues[asset]} />}
      {label && <span className="visually-hidden">{label} </span>}
      <span className={tone}>{text.length > longest ? breakable(text) : text}</span>
    </span>
  )
}

/** May go on in the next line after a group of digits, and nowhere else while there is room for a group. */
function breakable(text: string): ReactNode[] {
  return (text.match(/[^,]+,?/g) ?? []).map((part, index) => (
    // The groups never change places.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
