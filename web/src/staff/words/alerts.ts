// Alerts as the server gives them, for a reader.
import type { StaffAlert } from '../api/endpoints.gen.ts'
import { accountWords, isHouse } from './accounts.ts'
import { codeWords } from './codes.ts'
import { valueIn } from './facts.ts'
import { t } from '../texts/index.ts'

type Measured = StaffAlert['value']

/** What was found, in words. */
export function foundText({ kind, value }: Pick<StaffAlert, 'kind' | 'value'>): string {
  return measuredText(value, t.alertValues[kind])
}

/** What it should be, in words. */
export function boundText({ kind, bound }: Pick<StaffAlert, 'kind' | 'bound'>): string {
  return measuredText(bound, t.alertBounds[kind])
}

/** Words of the server are those of the language in force where it has some for the kind. */
function measuredText({ unit, value }: Measured, known: string | undefined): string {
  return unit === 'text' ? (known ?? value) : valueIn(unit, value)
}

/** What an alert is about; null for an id, which is not read but copied. */
export function subjectText({ subject }: Pick<StaffAlert, 'subject'>): string | null {
  if (isHouse(subject)) return accountWords(subject)
  if (/^[0-9a-f-]{32,}$/.test(subject)) return null
  // A view stands beside the number of its log.
  return subject.split('/').map(codeWords).join(' / ')
}
