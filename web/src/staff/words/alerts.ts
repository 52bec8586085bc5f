// Alerts as the server gives them, for a reader.
import type { StaffAlert } from '../api/endpoints.gen.ts'
import { accountWords, isHouse } from './accounts.ts'
import { codeWords } from './codes.ts'
import { valueIn } from './facts.ts'

/** A value or a bound in words. */
export function alertText({ unit, value }: StaffAlert['value']): string {
  return valueIn(unit, value)
}

/** What an alert is about; null for an id, which is not read but copied. */
export function subjectText({ subject }: Pick<StaffAlert, 'subject'>): string | null {
  if (isHouse(subject)) return accountWords(subject)
  return /^[0-9a-f-]{32,}$/.test(subject) ? null : codeWords(subject)
}
