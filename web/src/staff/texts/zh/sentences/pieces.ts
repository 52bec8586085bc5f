// Pieces of Chinese sentences about events.
import { amount, codeOf, inside, items, short, some, text, word as plain } from '../../../words/fields.ts'
import { symbols } from '../../../words/money.ts'
import { reasonWords } from '../../../words/codes.ts'
import { codeWords } from '../codes/words.ts'

/** Amounts of several assets that are more than nothing: “300 COIN、2 DIA”. */
export function amounts(of: unknown): string {
  const parts = Object.entries(inside(of))
    .filter(([, value]) => some(value))
    .map(([purse, value]) => amount(value, purse) + (/bonus/.test(purse) ? '（奖励）' : ''))
  return parts.join('、') || '无'
}

/** What comes after a colon, if there is anything. */
export function because(reason: unknown): string {
  return text(reason) ? `：${reasonWords(text(reason))}` : ''
}

/** Who proposed and who approved; the first events of a kind name one person. */
export function both(proposer: unknown, approver: unknown): string {
  return some(proposer) ? `${text(proposer)}、${text(approver)}` : text(approver)
}

/** The case that explains it, if there is one. */
export function ofCase(caseId: unknown): string {
  return some(caseId) ? `（案件 ${text(caseId)}）` : ''
}

/** A word that the rules use. */
export function word(value: unknown): string {
  return codeWords[codeOf(value)] ?? plain(value)
}

/** What an act was about: ids, words of the rules and assets. */
export function subjectWords(subject: unknown): string {
  const parts = text(subject).split(' ')
  return parts.map((part) => codeWords[part] ?? symbols[part] ?? short(part)).join(' ')
}

/** People by name. */
export const people = (value: unknown) => items(value).map(text).join('、')
