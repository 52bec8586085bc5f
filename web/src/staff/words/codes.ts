// Words that the rules use (states, reasons, roles, rails, views), for a reader.
import { t } from '../texts/index.ts'

/** The word in the language in force; one without a translation is itself, with its underscores read as spaces. */
export function codeWords(code: string): string {
  return t.codeWords[code] ?? code.replaceAll('_', ' ')
}

/** A reason as somebody gave it; a look at a list has none, and the service says that it was the console's. */
export function reasonWords(reason: string): string {
  return reason === 'console' ? codeWords(reason) : reason
}

/** Things of a list, one after the other. */
export function listed(things: readonly string[]): string {
  return things.join(t.comma)
}
