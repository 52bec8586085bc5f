/**
 * Three tips for the first dive on a device, each when its thing can be seen: the cast, the fish at risk, the way up.
 * One at a time, and never again once they were read or skipped.
 */
import type { Dive } from '../../api/endpoints.gen.ts'
import { usePageValue } from '../../state/hooks.ts'
import type { Json } from '../../state/pages.ts'

/** In the order in which they come. */
export const tips = ['cast', 'risk', 'surface'] as const
export type Tip = (typeof tips)[number]

const isCount = (value: Json): value is number => Number.isSafeInteger(value)

/** The tip for a dive as it stands; `read` tips are behind. Who casts has understood the first. */
export function tipOf(read: number, dive: Pick<Dive, 'casts' | 'line'> | null): Tip | null {
  if (dive === null) return null
  if (read === 0 && dive.casts === 0) return 'cast'
  if (dive.line.length === 0) return null
  return tips[Math.max(1, read)] ?? null
}

/** The tip that is due, and the ways to be done with it or with all. */
export function useTip(dive: Pick<Dive, 'casts' | 'line'> | null) {
  const [read, setRead] = usePageValue('fishing', 'tips', 0, isCount)
  const tip = tipOf(read, dive)
  return {
    tip,
    done: () => setRead(tip === null ? read : tips.indexOf(tip) + 1),
    skip: () => setRead(tips.length),
  }
}
