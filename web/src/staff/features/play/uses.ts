// A player's limits as the server gives them, flat facts, paired for a reader: what is used beside what is allowed.
import type { StaffFact } from '../../api/endpoints.gen.ts'

/**
 * A limit: `null` where the server gives no use, or where none is set. Amounts are minor units of `unit`, or minutes.
 */
export type Use = {
  name: 'loss' | 'session' | 'depositDay' | 'depositWeek' | 'depositMonth'
  unit: 'usdt' | 'min'
  used: string | null
  limit: string | null
  perCent: number | null
}

const pairs: readonly (readonly [Use['name'], Use['unit'], used: string | null, limit: string])[] = [
  ['loss', 'usdt', 'lost_today', 'loss_a_day'],
  ['session', 'min', 'session', 'session_at_most'],
  ['depositDay', 'usdt', null, 'deposits_a_day'],
  ['depositWeek', 'usdt', null, 'deposits_a_week'],
  ['depositMonth', 'usdt', null, 'deposits_a_month'],
]

/**
 * The pairs, and the facts that belong to none. Who is on a break plays no session: its minutes would only be time gone
 * by.
 */
export function usesOf(facts: readonly StaffFact[], onBreak: boolean): { uses: Use[]; rest: StaffFact[] } {
  const value = (name: string | null) => facts.find((fact) => fact.name === name)?.value ?? null
  const known = pairs.flatMap(([, , used, limit]) => [used, limit])
  const uses = pairs
    .filter(([, , , limit]) => facts.some((fact) => fact.name === limit))
    .map(([name, unit, usedName, limitName]): Use => {
      const used = name === 'session' && onBreak ? null : value(usedName)
      const limit = value(limitName)
      return {
        name,
        unit,
        used,
        limit,
        perCent:
          used !== null && limit !== null && limit !== '0'
            ? Number((BigInt(used) * 100n) / BigInt(limit))
            : null,
      }
    })
  return { uses, rest: facts.filter((fact) => !known.includes(fact.name)) }
}

/** From here on a limit is near, as the server has it. */
export const nearPerCent = 80
