// Amounts as the staff calls carry them, minor units as text: exact to the last minor unit, never through a float.
import {
  decimalsOf,
  exactText,
  groupDigits,
  partsOf as parts,
  typedMinor,
  type Parts,
} from '../../shared/money.ts'

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

const isMinor = /^-?\d+$/

/** An amount cut into what is shown; null for a text that is no integer. */
export function partsOf(minor: string, asset: string, signed = false): Parts | null {
  return isMinor.test(minor) ? parts(BigInt(minor), decimalsOf(asset), signed) : null
}

/** The whole amount as text, all decimals; a text that is no amount as it is. */
export function amountText(minor: string, asset: string, signed = false): string {
  return isMinor.test(minor) ? exactText(BigInt(minor), decimalsOf(asset), signed) : minor
}

/** The sum of amounts in minor units. */
export function sumOf(minors: readonly string[]): string {
  return minors.reduce((sum, minor) => sum + BigInt(minor), 0n).toString()
}

/** Minor units of an amount as people write it; null for anything else, too many decimals included. */
export function minorOf(text: string, asset: string): string | null {
  return typedMinor(text, decimalsOf(asset))?.toString() ?? null
}

/** For the axis of a chart: exact enough for the eye only. */
export function asNumber(minor: string, asset: string): number {
  return Number(minor) / 10 ** decimalsOf(asset)
}

/** How many, with groups: 48,031. */
export function count(value: number): string {
  return groupDigits(String(value))
}
