// Facts of the server for a reader: the words of a key, the value in its unit, and what the bound says.
import { accountWords } from './accounts.ts'
import { codeWords, listed } from './codes.ts'
import { amountText, count, symbols } from './money.ts'
import { span } from './spans.ts'
import { utc } from './time.ts'
import { t } from '../texts/index.ts'
import type { StaffFact } from '../api/endpoints.gen.ts'

/** The same in words; `holds` is null where it has no bound, or one that is not compared. */
export type ReadFact = { name: string; value: string; bound: string | null; holds: boolean | null }

const whole = /^-?\d+$/

/** What coins were staked with; everything else that a fact is of is somebody's name or id, or a kind of break. */
const funds = new Set(['paid', 'promo'])

/** The fact in words. */
export function readFact(fact: StaffFact): ReadFact {
  const { unit, value, bound } = fact
  return {
    name: nameOf(fact),
    value: value === null || value === undefined ? '–' : wordsIn(fact.name, valueIn(unit, value)),
    bound: bound ? boundOf(fact, bound) : null,
    holds: bound ? holdsOf(value ?? '', bound) : null,
  }
}

/** An account before or after a change, or a key; and whose it is. */
function nameOf({ name, account, of }: StaffFact): string {
  const held = account === null || account === undefined ? codeWords(name) : accountWords(account)
  const whose =
    of === null || of === undefined
      ? held
      : held + t.clause + (funds.has(of) ? codeWords(of) : (t.reconciliation.kinds[of] ?? short(of)))
  return name === 'would_hold' ? t.known.after(whose) : whose
}

/** Long ids by their first eight letters. */
function short(text: string): string {
  return text.replace(/\b([0-9a-f]{8})[0-9a-f-]{28,56}\b/g, '$1…')
}

/** A value in its unit; other words as they are. */
export function valueIn(unit: StaffFact['unit'], value: string): string {
  if (unit === 'yes_no') return value === 'true' ? t.word.yes : t.word.no
  if (unit === 'text' || unit === undefined || !whole.test(value)) return value
  if (unit === 'ppm') return `${Number(value) / 10_000} %`
  if (unit === 'time') return `${utc(Number(value))} UTC`
  if (unit === 'duration') return span(Number(value))
  if (unit === 'minutes') return t.known.minutes(value)
  if (unit !== 'number') return `${amountText(value, unit)} ${symbols[unit] ?? unit}`
  return value.startsWith('-') ? `−${count(Number(value.slice(1)))}` : count(Number(value))
}

/** Facts whose value is a word of the rules, or several. */
const ofWords = new Set([
  'roles',
  'order_state',
  'record_kind',
  'board',
  'identity_status',
  'identity_reasons',
  'erasure_hindered',
])

function wordsIn(name: string, value: string): string {
  return ofWords.has(name) ? listed(value.split(' ').map(codeWords)) : value
}

function boundOf({ name, unit }: StaffFact, { is, value }: NonNullable<StaffFact['bound']>): string {
  if (is === 'note') return t.factNotes[name] ?? value
  if (value === '0' && is !== 'at_most') return is === 'at_least' ? t.known.notBelow : t.known.zero
  return t.known.bounds[is](valueIn(unit, value))
}

/** Numbers are held against numbers, exactly. */
function holdsOf(value: string, { is, value: bound }: NonNullable<StaffFact['bound']>): boolean | null {
  if (is === 'note') return null
  if (!whole.test(value) || !whole.test(bound)) return is === 'exactly' ? value === bound : null
  const [found, wanted] = [BigInt(value), BigInt(bound)]
  if (is === 'exactly') return found === wanted
  return is === 'at_least' ? found >= wanted : found <= wanted
}
