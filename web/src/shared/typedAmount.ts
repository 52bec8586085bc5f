// What somebody types into a field for money. A text is read as exactly the amount that it says, or refused with the
// reason; never taken for another number.
import { fromMinor, toMinor } from './money.ts'

/** Why a text is no amount. `grouping`: commas that do not stand between groups of three digits. */
export type TypedFault = 'digits' | 'grouping' | 'places' | 'whole' | 'long'

/** A decimal string, empty when there is none, and what is wrong with the text. */
export type Typed = { readonly amount: string; readonly fault: TypedFault | null }

/** More digits in front of the point than any balance has. */
const wholeMax = 15

/** Reads a text with groups of thousands where the product prints them: "1,000.50". */
export function readTyped(text: string, places: number): Typed {
  const typed = text.trim()
  if (typed === '' || typed === '.') return { amount: '', fault: null }
  if (!/^[\d.,]+$/.test(typed)) return refused('digits')
  const [whole = '', fraction = '', ...more] = typed.split('.')
  if (more.length > 0) return refused('digits')
  if (fraction.includes(',') || (whole.includes(',') && !/^\d{1,3}(?:,\d{3})+$/.test(whole)))
    return refused('grouping')
  if (fraction.length > places) return refused(places === 0 ? 'whole' : 'places')
  const digits = whole.replaceAll(',', '').replace(/^0+(?=\d)/, '')
  if (digits.length > wholeMax) return refused('long')
  return { amount: `${digits || '0'}${fraction && `.${fraction}`}`, fault: null }
}

/** Whether more typing may still make an amount of the text: "1,0" on the way to "1,000". */
export function isUnfinished(text: string): boolean {
  return /^\d{1,3}(?:,\d{3})*,\d{0,2}$/.test(text.trim())
}

/** An amount with the decimals that can be typed at most; the rest is cut off, so that it never becomes more. */
export function cutToPlaces(amount: string, places: number): string {
  const [whole = '', fraction = ''] = amount.split('.')
  const kept = fraction.slice(0, places)
  const minor = toMinor(kept ? `${whole}.${kept}` : whole, places)
  return minor === null ? '' : fromMinor(minor, places)
}

function refused(fault: TypedFault): Typed {
  return { amount: '', fault }
}
