/** The fish that a result names. Not in the model: the first screen does not need it. */
import type { Cast, Dive, DiveLine } from '../../api/endpoints.gen.ts'
import { toMinor } from '../../shared/money.ts'

/** A fish worth naming. */
export type Best = Pick<DiveLine, 'id' | 'value'>

/** The most valuable fish of a line, the first of equals. */
export function bestOf(line: readonly Best[]): Best | null {
  return line.reduce<Best | null>(
    (best, fish) => (best === null || cents(fish) > cents(best) ? fish : best),
    null,
  )
}

/** The fish that are on the line after a cast. */
export function lineAfter(before: Dive, cast: Cast): readonly Best[] {
  const kept = before.line.filter((fish) => !cast.destroyed.includes(fish.i))
  return cast.kind === 'fish' ? [...kept, { id: cast.id ?? '', value: cast.value }] : kept
}

const cents = ({ value }: Best) => toMinor(value, 2) ?? 0n
