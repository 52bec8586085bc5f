// Alerts as the server gives them, for a reader.
import type { StaffAlert } from '../api/endpoints.gen.ts'
import { accountWords, isHouse } from './accounts.ts'
import { codeWords } from './codes.ts'
import { valueIn } from './facts.ts'
import { findingText } from './findings.ts'

/** What was found, or what it should be, in words. */
export function measuredText({ unit, value, finding }: StaffAlert['value']): string {
  return finding ? findingText(finding) : valueIn(unit, value)
}

/** What an alert is about; null for an id, which is not read but copied. */
export function subjectText({ subject }: Pick<StaffAlert, 'subject'>): string | null {
  if (isHouse(subject)) return accountWords(subject)
  if (/^[0-9a-f-]{32,}$/.test(subject)) return null
  // A view stands beside the number of its log, a level beside its own.
  return subject.split('/').map(codeWords).join(' / ')
}
