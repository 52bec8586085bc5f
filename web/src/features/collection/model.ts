// The album's order: species by the levels where they live, as the server lists them.
import type { CollectionSpecies } from '../../api/endpoints.gen.ts'

/** Species that live in the same levels; without levels: those that only an older paytable had. */
export interface Water {
  readonly from: number | null
  readonly to: number | null
  /** The band's letter, of which the sea's colours are named. */
  readonly band: string
  readonly species: readonly CollectionSpecies[]
}

const bands = ['a', 'b', 'c', 'd', 'e'] as const

/** Groups the server's list without changing its order. */
export function watersOf(species: readonly CollectionSpecies[]): readonly Water[] {
  const waters: { from: number | null; to: number | null; species: CollectionSpecies[] }[] = []
  for (const one of species) {
    const last = waters.at(-1)
    if (last !== undefined && last.from === one.from && last.to === one.to) last.species.push(one)
    else waters.push({ from: one.from, to: one.to, species: [one] })
  }
  return waters.map((water, index) => ({ ...water, band: bands[Math.min(index, bands.length - 1)] ?? 'a' }))
}
