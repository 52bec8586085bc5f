// A failed call in the player's words. The text is chosen by the permanent code; the server's own
// message is used only for a code that this build does not know yet.
import i18next from 'i18next'
import { isApiError } from '../api/envelope.ts'
import { formatAmount } from '../ui/money.ts'
import { formatTime } from './time.ts'

/** The sentence to show for what a hook or `unwrap()` gave as its error. */
export function errorText(error: unknown): string {
  const say = (key: string, values: Record<string, string> = {}) => i18next.t(key, { ...values, ns: 'errors', defaultValue: key })
  if (!isApiError(error)) return say('-1')
  if (error.kind === 'network') return say(error.timeout ? 'timeout' : 'network')
  const known = i18next.exists(String(error.code), { ns: 'errors' })
  return known ? say(String(error.code), valuesOf(error.data)) : error.message || say('-1')
}

/** Values that texts of the catalogue mention: {floor} of 4003 and {time} of 6007. */
function valuesOf(data: unknown): Record<string, string> {
  const { floor, time, usable_at } = (data ?? {}) as { floor?: number; time?: number; usable_at?: number }
  const at = time ?? usable_at
  return {
    floor: formatAmount(floor ?? 1000, 'coin'),
    time: at === undefined ? '' : formatTime(at),
  }
}
