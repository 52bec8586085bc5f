// Alerts as the server gives them, for a reader: what a bare number is an amount of, moments and spans instead of
// milliseconds, parts of a million as per cent. Other words are shown as they came.
import type { StaffAlert, StaffFact } from '../api/endpoints.gen.ts'
import { accountAsset, accountWords, isHouse } from './accounts.ts'
import { span, utc } from './time.ts'
import { valueIn } from './facts.ts'

/** Alerts whose bare numbers are USDT. */
const inUsdt: readonly string[] = [
  'rail_difference',
  'topup_unmatched',
  'breaker',
  'wallet_low',
  'wallet_high',
]

/** What an account of the house is counted in. */
function unitOf(account: string): NonNullable<StaffFact['unit']> {
  return (accountAsset(account) || 'number') as NonNullable<StaffFact['unit']>
}

/** A value or a bound in words. */
export function alertText({ kind, subject }: Pick<StaffAlert, 'kind' | 'subject'>, text: string): string {
  if (/^-?\d+$/.test(text)) {
    if (kind === 'withdrawal_due') return `${utc(Number(text))} UTC`
    if (kind === 'solvency') return valueIn(isHouse(subject) ? unitOf(subject) : 'coupon', text)
    return valueIn(inUsdt.includes(kind) ? 'usdt' : 'number', text)
  }
  return text
    .replace(/\b\d{13}\b/g, (ms) => `${utc(Number(ms))} UTC`)
    .replace(/\b(\d+) ms\b/g, (_, ms: string) => span(Number(ms)))
    .replace(/\b(\d+) ppm\b/g, (_, ppm: string) => `${Number(ppm) / 10_000} %`)
}

/** What an alert is about; null for an id, which is not read but copied. */
export function subjectText({ subject }: Pick<StaffAlert, 'subject'>): string | null {
  if (isHouse(subject)) return accountWords(subject)
  return /^[0-9a-f-]{32,}$/.test(subject) ? null : subject.replaceAll('_', ' ')
}
