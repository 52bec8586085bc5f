// Money as text, for both apps: the one parser and the one formatter. Amounts travel and stay as decimal strings, minor
// units or safe integers; nothing here goes through a float, so 9,007,199,254,740,993 keeps its last digit in every
// WebView.

/** The assets of domain §1 as the wire names them. */
export type AssetName =
  'coin' | 'coin_paid' | 'coin_promo' | 'diamond' | 'gusd' | 'gusd_bonus' | 'usdt' | 'usdt_hold' | 'coupon'

/** Digits after the point of each asset's minor unit (domain §1). */
export const decimals: Readonly<Record<AssetName, number>> = {
  coin: 0,
  coin_paid: 0,
  coin_promo: 0,
  diamond: 0,
  gusd: 2,
  gusd_bonus: 2,
  usdt: 6,
  usdt_hold: 6,
  coupon: 6,
}

/** Whether an asset is a player's but cannot be spent: bonus tokens before their unlock, USDT of a withdrawal. */
export const isHeld = (asset: AssetName): boolean => asset === 'gusd_bonus' || asset === 'usdt_hold'

/** Digits after the point of an asset that the wire names; none for a name that is no asset. */
export const decimalsOf = (asset: string): number => decimals[asset as AssetName] ?? 0

const minus = '\u2212'

const wellFormed = /^([+-]?)(\d+)(?:\.(\d+))?$/

/** Minor units of a decimal string with at most `places` decimals; null when it is not one. */
export function toMinor(amount: string | number, places: number): bigint | null {
  const match = wellFormed.exec(String(amount))
  if (!match) return null
  const [, sign, whole = '0', fraction = ''] = match
  if (fraction.length > places) return null
  const minor = BigInt(whole + fraction.padEnd(places, '0'))
  return sign === '-' ? -minor : minor
}

/** Decimal string of minor units, without grouping: 66325n at 2 places is "663.25". */
export function fromMinor(minor: bigint, places: number): string {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  const fraction = places > 0 ? `.${digits.slice(-places)}` : ''
  return `${minor < 0n ? '-' : ''}${whole}${fraction}`
}

/**
 * Minor units of an amount as people write it, with groups of thousands or a typographic minus; null when it is none.
 */
export function typedMinor(text: string, places: number): bigint | null {
  return toMinor(text.trim().replaceAll(',', '').replace(minus, '-'), places)
}

/** Digits grouped by thousands: "48031" is "48,031". */
export const groupDigits = (whole: string): string => whole.replace(/\B(?=(\d{3})+$)/g, ',')

/** An amount cut into what is shown: `rest` are the zeros at the end that nobody needs to read. */
export type Parts = { sign: '' | '+' | '\u2212'; whole: string; cents: string; rest: string }

/** The parts of an amount in minor units; an asset of more than two decimals keeps two at least. */
export function partsOf(minor: bigint, places: number, signed = false): Parts {
  const [whole = '0', fraction = ''] = fromMinor(minor < 0n ? -minor : minor, places).split('.')
  const kept = places > 2 ? Math.max(2, fraction.replace(/0+$/, '').length) : fraction.length
  return {
    sign: minor < 0n ? minus : signed && minor > 0n ? '+' : '',
    whole: groupDigits(whole),
    cents: fraction.slice(0, kept),
    rest: fraction.slice(kept),
  }
}

/** An amount in minor units with all its decimals. */
export function exactText(minor: bigint, places: number, signed = false): string {
  const { sign, whole, cents, rest } = partsOf(minor, places, signed)
  const fraction = cents + rest
  return `${sign}${whole}${fraction ? `.${fraction}` : ''}`
}

/**
 * An amount for the eye: grouped by thousands and fixed to the asset's decimals. USDT and coupons keep
 * two decimals and show further ones only when they are not zero. Text that is no amount is given back as it is.
 */
export function formatAmount(
  amount: string | number,
  asset: AssetName,
  options: { signed?: boolean } = {},
): string {
  const places = decimals[asset]
  const minor = toMinor(amount, places)
  if (minor === null) return String(amount)
  const { sign, whole, cents } = partsOf(minor, places, options.signed)
  return `${sign}${whole}${cents ? `.${cents}` : ''}`
}

/** Largest first; the smallest is also the answer for what is below all of them. */
const steps = [
  { unit: 'Q', size: 10n ** 15n },
  { unit: 'T', size: 10n ** 12n },
  { unit: 'B', size: 10n ** 9n },
  { unit: 'M', size: 10n ** 6n },
]
const smallestStep = { unit: 'K', size: 10n ** 3n }

/**
 * An amount where room is short, in six characters at most: with cents below a thousand, in whole units up to five
 * digits, above that in thousands to quadrillions, cut off and never rounded up, so that nobody seems richer than
 * they are.
 */
export function formatCompact(amount: string | number, asset: AssetName): string {
  const minor = toMinor(amount, decimals[asset])
  if (minor === null) return String(amount)
  const sign = minor < 0n ? minus : ''
  const whole = (minor < 0n ? -minor : minor) / 10n ** BigInt(decimals[asset])
  if (whole < 1_000n) return formatAmount(cutToCents(minor, decimals[asset]), asset)
  if (whole < 100_000n) return sign + groupDigits(whole.toString())
  const step = steps.find(({ size }) => whole >= size) ?? smallestStep
  const places = whole < step.size * 10n ? 2 : 1
  return `${sign}${fromMinor((whole * 10n ** BigInt(places)) / step.size, places)}${step.unit}`
}

function cutToCents(minor: bigint, places: number): string {
  return places === 6 ? fromMinor(minor - (minor % 10_000n), places) : fromMinor(minor, places)
}

/** A sum of two amounts of one asset, exact. */
export function addAmounts(left: string | number, right: string | number, asset: AssetName): string {
  const places = decimals[asset]
  return fromMinor((toMinor(left, places) ?? 0n) + (toMinor(right, places) ?? 0n), places)
}

/** Whether an amount is above zero. */
export function isPositive(amount: string | number, asset: AssetName): boolean {
  return (toMinor(amount, decimals[asset]) ?? 0n) > 0n
}
