// Amounts for people who audit them: exact to the last minor unit, never through a floating-point number.

/** Decimals of the minor unit (PRODUCT 1). */
export const decimals: Readonly<Record<string, number>> = { coin: 0, diamond: 0, gusd: 2, usdt: 6, coupon: 6 }

/** How people write the asset. */
export const symbols: Readonly<Record<string, string>> = {
  coin: 'COIN',
  diamond: 'DIA',
  gusd: 'GUSD',
  usdt: 'USDT',
  coupon: 'CPN',
}

/** In the order in which books list them. */
export const assets = ['usdt', 'coupon', 'gusd', 'coin', 'diamond'] as const

const minus = '−'

/** Whole part with groups, decimals, and the zeros at the end that nobody needs to read. */
export type Parts = { sign: '' | '+' | typeof minus; whole: string; cents: string; rest: string }

/** An amount in minor units cut into what is shown; null for a text that is no integer. */
export function partsOf(minor: string, asset: string, signed = false): Parts | null {
  if (!/^-?\d+$/.test(minor)) return null
  const value = BigInt(minor)
  const places = decimals[asset] ?? 0
  const digits = (value < 0n ? -value : value).toString().padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places).replace(/\B(?=(\d{3})+$)/g, ',')
  const cents = digits.slice(digits.length - places)
  const kept = places > 2 ? Math.max(2, cents.replace(/0+$/, '').length) : cents.length
  return {
    sign: value < 0n ? minus : signed && value > 0n ? '+' : '',
    whole,
    cents: cents.slice(0, kept),
    rest: cents.slice(kept),
  }
}

/** The whole amount as text, all decimals. */
export function amountText(minor: string, asset: string, signed = false): string {
  const parts = partsOf(minor, asset, signed)
  if (!parts) return minor
  const fraction = parts.cents + parts.rest
  return `${parts.sign}${parts.whole}${fraction ? `.${fraction}` : ''}`
}

/** The sum of amounts in minor units. */
export function sumOf(minors: readonly string[]): string {
  return minors.reduce((sum, minor) => sum + BigInt(minor), 0n).toString()
}

/** Minor units of an amount as people write it; null for anything else, too many decimals included. */
export function minorOf(text: string, asset: string): string | null {
  const found = /^([+\-−]?)(\d+)(?:\.(\d+))?$/.exec(text.trim().replaceAll(',', ''))
  const places = decimals[asset] ?? 0
  if (!found || (found[3] ?? '').length > places) return null
  const digits = BigInt((found[2] ?? '') + (found[3] ?? '').padEnd(places, '0'))
  return (found[1] === '-' || found[1] === minus ? -digits : digits).toString()
}

/** For the axis of a chart: exact enough for the eye only. */
export function asNumber(minor: string, asset: string): number {
  return Number(minor) / 10 ** (decimals[asset] ?? 0)
}

/** How many, with groups: 48,031. */
export function count(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
}
