// The bands of the published table in the shape that the odds need.

/** One band with the total that its weights are part of. */
export type OddsBand = {
  id: string
  levels: [number, number]
  mult: number
  mine_w: number
  empty_w: number
  fish: { id: string; x10: number; w: number }[]
  chest: { x10: number; w: number }[]
  total: number
}

/** Bands of the untyped JSON in the configuration; none when it is not a table. */
export function asBands(json: unknown): OddsBand[] {
  const table = json as { draw_total?: unknown; bands?: unknown } | null | undefined
  if (typeof table?.draw_total !== 'number' || !Array.isArray(table.bands)) return []
  const total = table.draw_total
  return (table.bands as Omit<OddsBand, 'total'>[]).map((band) => ({ ...band, total }))
}
