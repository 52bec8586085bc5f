// The paytable as the server publishes it, and its canonical fingerprint (domain §2.3).

/** Weights are per `draw_total`; `x10` is ten times the payout in stakes. Order is draw order. */
export type Paytable = { version: string; draw_total: number; bands: Band[] }
/** One band of levels: fish, then chests, then mine, then empty. */
export type Band = {
  id: string
  levels: [number, number]
  mult: number
  mine_w: number
  empty_w: number
  fish: Prize[]
  chest: Omit<Prize, 'id'>[]
}
/** A fish with its weight. */
export type Prize = { id: string; x10: number; w: number }

/** The paytable in an answer's untyped JSON, or null when it is not one. */
export function asPaytable(json: unknown): Paytable | null {
  const table = json as Partial<Paytable> | null
  if (
    typeof table?.draw_total !== 'number' ||
    typeof table.version !== 'string' ||
    !Array.isArray(table.bands)
  ) {
    return null
  }
  return table.bands.every((band: Partial<Band>) => Array.isArray(band.fish) && Array.isArray(band.chest))
    ? (json as Paytable)
    : null
}

/** The band of a level, or undefined outside 1-37. */
export function bandOf(table: Paytable, level: number): Band | undefined {
  return table.bands.find(({ levels: [from, to] }) => level >= from && level <= to)
}

/** JSON with sorted keys and no spaces, so that equal tables have equal text. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = value as Record<string, unknown>
  return `{${Object.keys(fields)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(fields[key])}`)
    .join(',')}}`
}
