// A refused submission, beside what it is about. The form's own checks find most faults before; only the server knows
// a closed country, a document of another account or an image that is none.
import { useState } from 'react'
import { codeOf } from '../../shared/envelope.ts'
import { errorText } from '../../i18n/errorText.ts'
import type { Field, Fields } from './form.ts'

/** A part of the form; `form` is the form as a whole. */
export type Place = Field | 'id_type' | 'form'

/** Where a code of the catalogue is shown (domain §3.16). */
const places: ReadonlyMap<number | null, Place> = new Map([
  [6101, 'id_name'],
  [6102, 'tel'],
  [6103, 'email'],
  [6104, 'id_urls'],
  [6105, 'country'],
  [6106, 'id_type'],
  [6107, 'id_no'],
  [6108, 'id_no'],
  [6109, 'form'],
  [6110, 'id_no'],
  [6111, 'id_urls'],
])

/** What an answer about a place was about: when that changes, the answer is no longer true. */
function contentOf(place: Place, fields: Fields, keys: readonly string[]): string {
  const document = [fields.id_no, fields.id_type, fields.country]
  if (place === 'form') return ''
  return String(place === 'id_no' ? document : place === 'id_urls' ? keys : fields[place])
}

/** The last refusal: kept until its part of the form changes. */
export function useRefused(fields: Fields, keys: readonly string[]) {
  const [refused, setRefused] = useState<{ place: Place; content: string; error: unknown } | null>(null)
  return {
    /** Takes a refusal that has a place in the form; false when this one has none. */
    take(error: unknown): boolean {
      const place = places.get(codeOf(error))
      setRefused(place === undefined ? null : { place, content: contentOf(place, fields, keys), error })
      return place !== undefined
    },
    /** What the server said of this place, while that is as it was sent. */
    at: (place: Place) =>
      refused?.place === place && refused.content === contentOf(place, fields, keys)
        ? errorText(refused.error)
        : undefined,
  }
}
