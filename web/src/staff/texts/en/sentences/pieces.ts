// Pieces of English sentences about events.
import { amount, inside, items, some, text } from '../../../words/fields.ts'

/** Amounts of several assets that are more than nothing: "300 COIN and 2 DIA". */
export function amounts(of: unknown): string {
  const parts = Object.entries(inside(of))
    .filter(([, value]) => some(value))
    .map(([purse, value]) => amount(value, purse) + (/bonus/.test(purse) ? ' (locked)' : ''))
  return parts.join(' and ') || 'nothing'
}

/** What comes after a colon, if there is anything. */
export function because(reason: unknown): string {
  return text(reason) ? `: ${text(reason)}` : ''
}

/** Who proposed and who approved; the first events of a kind name one person. */
export function both(proposer: unknown, approver: unknown): string {
  return some(proposer) ? `${text(proposer)} and ${text(approver)}` : text(approver)
}

/** The case that explains it, if there is one. */
export function ofCase(caseId: unknown): string {
  return some(caseId) ? ` in case ${text(caseId)}` : ''
}

/** "s" for more or less than one. */
export function plural(n: unknown): string {
  return Number(n) === 1 ? '' : 's'
}

/** People by name. */
export const people = (value: unknown) => items(value).map(text).join(' and ')
