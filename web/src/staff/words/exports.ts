// Lists that are taken out, and their filters, in words.
import { t } from '../texts/index.ts'
import { accountWords } from './accounts.ts'
import { codeWords } from './codes.ts'
import { typeWords } from './events.ts'

/** The code of a refusal for want of a role. */
const notPermitted = '9001'
/** Rows of one export, as the service bounds them. */
const rowsMost = '1,000,000'

/** A list by its call; the call itself where there are no words for it. */
export function listWords(call: string): string {
  return t.exportList.lists[call] ?? call
}

/** Why a run of a schedule came to nothing, by its code. */
export function problemWords(code: string): string {
  return code === notPermitted
    ? t.exportList.mayNot
    : (t.findings[code] ?? codeWords(code)).replace('{most}', rowsMost)
}

/** Filters, each with its field; nothing set is everything. */
export function filtersText(filters: Readonly<Record<string, unknown>>): string {
  const said = Object.entries(filters).map(
    ([field, value]) => fieldWords(field) + t.colon + valueWords(field, value),
  )
  return said.length === 0 ? t.word.all : said.join(t.clause)
}

/** The same of the JSON that the log holds. */
export function filtersOf(json: string): string {
  try {
    return filtersText(JSON.parse(json) as Readonly<Record<string, unknown>>)
  } catch {
    return json
  }
}

function fieldWords(field: string): string {
  return t.exportList.fields[field] ?? t.fieldNames[field] ?? field
}

function valueWords(field: string, value: unknown): string {
  if (field === 'account' && typeof value === 'string') return accountWords(value)
  if (field === 'event_type' && typeof value === 'string') return typeWords(value)
  if (field === 'age' && typeof value === 'number') return t.reconciliation.ages[value] ?? String(value)
  return typeof value === 'string' ? (choices(field)[value] ?? codeWords(value)) : JSON.stringify(value)
}

/** What the screens call the values of a filter. */
function choices(field: string): Readonly<Record<string, string>> {
  const { breaks, pairs, kinds, rules } = t.reconciliation
  switch (field) {
    case 'kind':
      return { ...t.proposals.kinds, ...kinds, ...rules }
    case 'order':
      return t.playerList.orders
    case 'part':
      return { breaks, pairs }
    case 'register':
      return t.registers.names
    case 'why':
      return t.play.whys
    default:
      return {}
  }
}
