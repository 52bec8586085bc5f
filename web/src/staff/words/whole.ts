// Whole numbers as people type them.

/** Digits of the largest one: it stays below every limit of the server's fields. */
const digitsMax = 9

/** The number that stands there; null for anything else, because a limit of nought would be no limit. */
export function wholeOf(text: string): number | null {
  const digits = text.trim()
  return /^\d+$/.test(digits) && digits.length <= digitsMax ? Number(digits) : null
}
