// The limits a player can set (domain §3.14): their values as texts, and which way a change goes. Pure.
import type { Limits, LimitsField } from '../../api/endpoints.gen.ts'
import { toMinor } from '../../shared/money.ts'

/** In the order they are shown. */
export const fields: readonly LimitsField[] = [
  'loss_day',
  'deposit_day',
  'deposit_week',
  'deposit_month',
  'session_min',
]

/** The value in force as the wire writes it; null where none is set. */
export function valueOf(limits: Limits, field: LimitsField): string | null {
  const value = limits[field]
  return value === null ? null : String(value)
}

/** A looser one that waits for its time. */
export function pendingOf(limits: Limits, field: LimitsField): { value: string; at: number } | null {
  return limits.pending.find((waiting) => waiting.field === field) ?? null
}

/** Whether a wish would wait a day: more is allowed than now, or the limit is taken away. */
export function isLooser(limits: Limits, field: LimitsField, wish: string | null): boolean {
  const now = valueOf(limits, field)
  if (now === null) return false
  if (wish === null) return true
  return (toMinor(wish, 6) ?? 0n) > (toMinor(now, 6) ?? 0n)
}

/** Minutes of a session that can be chosen by one tap; the server takes 1 to 1,440. */
export const sessionMinutes = ['30', '60', '90', '120', '180', '240', '480'] as const

/**
 * Days of a short break and of a long one that can be chosen; the bounds are the server's: 1 to 42, and 183 or more.
 */
export const breakDays = { cool_off: [1, 3, 7, 14, 28, 42], exclude: [183, 365, 730, 1825] } as const
