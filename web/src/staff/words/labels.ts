// Names of the product's numbers for a reader, and what a machine's unit comes to.
import { accountWords } from './accounts.ts'
import { codeWords } from './codes.ts'
import { count, symbols } from './money.ts'
import { span } from './spans.ts'
import { utc } from './time.ts'
import { t } from '../texts/index.ts'

/** `order_ttl_ms` is "Order lifetime, ms"; a place in a list counts from one. */
export function labelOf(key: string | number): string {
  if (typeof key === 'number') return String(key + 1)
  const [, stem = key, unit = ''] = /^(.*?)(?:_(ms|ppm))?$/.exec(key) ?? []
  const known = t.numberNames[stem] ?? t.fieldNames[stem]
  if (known !== undefined) return unit ? known + t.clause + (t.numbers.words[unit] ?? unit) : known
  const words = key
    .replace(/_(ms|ppm)$/, ', $1')
    .replaceAll('_', ' ')
    .replace(/[a-z]+/g, (word) => t.numbers.words[word] ?? word)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The name of what went into an event: `record.day`. */
export function inputName(path: string): string {
  const words = path.split('.').map((key) => {
    const stem = key.replace(/_(?:ms|ppm)$/, '')
    return t.eventFields[key] ?? t.codeWords[key] ?? t.numberNames[stem] ?? codeWords(key)
  })
  return words.join(' ')
}

/** What went in, where it is a word of the rules or the name of an account. */
export function inputValue(path: string, value: string): string {
  const key = path.split('.').at(-1) ?? ''
  if (key === 'purse' || key === 'counter' || key === 'account') return accountWords(value)
  if (value === 'true' || value === 'false') return value === 'true' ? t.word.yes : t.word.no
  return symbols[value] ?? t.codeWords[value] ?? value
}

/** Names of a place from the outer to the inner one. */
export function labelOfPath(path: readonly (string | number)[]): string {
  return path.map(labelOf).join(' · ')
}

/** Numbers between these are moments of this century, not lengths. */
const [momentMin, momentMax] = [1_000_000_000_000, 4_000_000_000_000]

/** Milliseconds as a span or a moment and millionths as per cent; null for what reads well as it is. */
export function noteOf(key: string | number, value: unknown): string | null {
  if (typeof value !== 'number' || typeof key !== 'string' || value <= 0) return null
  if (Number.isInteger(value) && value >= momentMin && value < momentMax) return `${utc(value)} UTC`
  if (key.endsWith('_ms'))
    return value % 1_000 === 0 ? span(value) : `${value / 1_000} ${t.units.at(-1) ?? ''}`
  return key.endsWith('_ppm') ? `${value / 10_000} %` : null
}

/** A value where it is only read. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? t.word.yes : t.word.no
  if (typeof value === 'number') return Number.isInteger(value) ? count(value) : String(value)
  if (typeof value !== 'string') return JSON.stringify(value)
  return isFigure(value) ? value.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',') : value
}

/** Whether a column of such values is set to the end. */
export function isFigure(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value))
}
