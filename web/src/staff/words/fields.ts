// Fields of events as text, the same in every language. Amounts in payloads are written with their decimals already.
import { groupDigits } from '../../shared/money.ts'
import { partsOf, symbols } from './money.ts'
import { utc } from './time.ts'

export type Fields = Readonly<Record<string, unknown>>
export type Sentences = Readonly<Record<string, (fields: Fields) => string>>

/** A field as text; nothing for one that is not there. */
export function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : ''
}

/** A field that holds fields. */
export function inside(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

/** Long ids by their first letters. */
export function short(id: unknown): string {
  const value = text(id)
  return value.length > 20 ? `${value.slice(0, 8)}…` : value
}

/** Several words, ids among them by their first letters. */
export const shortWords = (words: unknown) => text(words).split(' ').map(short).join(' ')

/** An amount with groups and its asset: 1,000.50 GUSD. Zeros at the end beyond two decimals are left out. */
export function amount(value: unknown, asset: string): string {
  const [whole = '', cents = ''] = text(value).split('.')
  const kept = cents.length > 2 ? cents.replace(/0+$/, '').padEnd(2, '0') : cents
  return (
    `${groupDigits(whole.replace('-', '−'))}${kept ? `.${kept}` : ''} ` +
    (symbols[purseAsset(asset)] ?? asset.toUpperCase())
  )
}

/** An amount whose event counts minor units, because its asset stands beside it. */
export function minorAmount(value: unknown, asset: string): string {
  const parts = partsOf(text(value), asset)
  return parts
    ? `${parts.sign}${parts.whole}${parts.cents ? `.${parts.cents}` : ''} ${symbols[asset] ?? asset.toUpperCase()}`
    : text(value)
}

/** Whether an amount is more than nothing. */
export function some(value: unknown): boolean {
  return /[1-9]/.test(text(value))
}

/** The asset of a purse. */
export function purseAsset(purse: string): string {
  return /^(coin|diamond|gusd|usdt|coupon)/.exec(purse)?.[0] ?? purse
}

/** A moment in UTC. */
export function date(value: unknown): string {
  return /^\d{12,14}$/.test(text(value)) ? `${utc(Number(value))} UTC` : text(value)
}

/** A word that the rules use, as it is written in the books: itself, or the name round its fields. */
export function codeOf(value: unknown): string {
  return typeof value === 'string' ? value : (Object.keys(inside(value))[0] ?? '')
}

/** The same without its underscores. */
export function word(value: unknown): string {
  return codeOf(value).replaceAll('_', ' ')
}

/** The things of a list: one that came as numbered fields, or as the words of one text, is one too. */
export function items(value: unknown): readonly unknown[] {
  return text(value) ? text(value).split(' ') : Object.values(inside(value))
}

/** How many things a list has. */
export const length = (value: unknown) => items(value).length
