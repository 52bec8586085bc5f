// A failed call in the player's words. The text is chosen by the permanent code; the server's own
// message is used only for a code that this build does not know yet.
import { texts } from './texts.ts'
import { codes, isApiError } from '../shared/envelope.ts'
import { formatAmount } from '../shared/money.ts'
import { formatTime } from './time.ts'

/** The sentence to show for what a hook or `unwrap()` gave as its error. */
export function errorText(error: unknown): string {
  if (!isApiError(error)) return texts.t('fault.server')
  if (error.kind === 'network') return texts.t(error.timeout ? 'fault.timeout' : 'fault.network')
  const said = maintenanceText(error)
  if (said !== null) return said
  const unknown = error.message || texts.t('fault.server')
  return texts.t(String(error.code), { ...valuesOf(error.data), ns: 'errors', defaultValue: unknown })
}

/**
 * Values that texts of the catalogue mention: {floor} of 4003 and {time} of 6007, which the server gives as `until`
 * in milliseconds.
 */
function valuesOf(data: unknown): Record<string, string> {
  const { floor, until } = (data ?? {}) as { floor?: number; until?: unknown }
  return {
    floor: formatAmount(floor ?? 1000, 'coin'),
    time: typeof until === 'number' ? formatTime(until) : '',
  }
}

/** What the house says about its maintenance in the language in force; null where it says nothing of its own. */
export function maintenanceText(error: unknown): string | null {
  if (!isApiError(error) || error.kind !== 'server' || error.code !== codes.maintenance) return null
  const { text } = (error.data ?? {}) as { text?: Readonly<Record<string, unknown>> }
  const said = text?.[texts.language]
  return typeof said === 'string' && said !== '' ? said : null
}
