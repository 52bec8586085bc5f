// What is wrong, as the server gives it: a code with the values of its sentence, worded in the language in force.
import type { StaffFinding } from '../api/endpoints.gen.ts'
import { accountWords } from './accounts.ts'
import { codeWords } from './codes.ts'
import { typeWords } from './events.ts'
import { count } from './money.ts'
import { t } from '../texts/index.ts'

/** The words of the code with the values in place; null for a code that the language has no words for. */
export function findingWords({ code, of, values }: StaffFinding): string | null {
  const known = t.findings[code] ?? t.refusals[code]
  if (known === undefined) return null
  const said = known.replace(/\{(\w+)\}/g, (_, name: string) => valueWords(name, values[name]))
  return of ? fieldName(of) + t.colon + said : said
}

/** The same with the message of a program behind it; the server's own sentence where there are no words. */
export function findingText(finding: StaffFinding): string {
  const words = findingWords(finding)
  const { of, text, values } = finding
  if (words === null) return of ? `${of}: ${text}` : text
  return values['detail'] === undefined ? words : words + t.colon + values['detail']
}

/** What a refusal names: the rule that was broken, or the field that is wrong. */
export function refusedText(data: unknown): string | null {
  const { finding, field } = (data ?? {}) as { finding?: Partial<StaffFinding>; field?: unknown }
  if (finding?.code !== undefined && finding.text !== undefined)
    return findingText({ values: {}, ...finding, code: finding.code, text: finding.text })
  return typeof field === 'string' ? fieldName(field) : null
}

function fieldName(field: string): string {
  return t.fieldNames[field] ?? t.numberNames[field] ?? field
}

function valueWords(name: string, value: string | undefined): string {
  if (value === undefined) return '–'
  if (name === 'account') return accountWords(value)
  if (name === 'field') return fieldName(value)
  if (name === 'section' || name === 'check') return codeWords(value)
  if (name === 'type') return typeWords(value)
  return /^-?\d+$/.test(value) ? count(Number(value)) : value
}
