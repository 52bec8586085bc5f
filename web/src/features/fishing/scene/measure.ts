/**
 * Where things are in the sea. Pure numbers, no drawing.
 *
 * World axes: x = 0 is the middle of the screen and the line, y = 0 the surface, y grows downwards, unit = CSS pixel.
 */

/** Distance between two levels (ASSUMED: four to five levels fit a phone, so the colour changes within a few casts). */
export const levelStep = 104
/** The hook of level 1 hangs this far under the surface. */
export const firstDepth = 128
/** Last level (domain §2.1). */
export const bottomLevel = 37
/** Sea-bed. */
export const floorDepth = depthOf(bottomLevel) + 132
/** Rest of the hook below the rod while no dive is open. */
export const idleDepth = 30
/** How much of the catch is strung above the hook before it is pressed together. */
const roomForCatch = 268

/** Bands of domain §2.2 as the first level of each. */
export const bandStarts: readonly number[] = [1, 6, 11, 21, 28]

/** World y of the hook at a level. */
export function depthOf(level: number): number {
  return firstDepth + (level - 1) * levelStep
}

/** 0..4 for the bands A..E. */
export function bandOf(level: number): number {
  let band = 0
  for (let index = 0; index < bandStarts.length; index += 1)
    if (level >= (bandStarts[index] ?? 0)) band = index
  return band
}

/** Level at a depth, with fraction; below 1 near the surface. */
export function levelAt(y: number): number {
  return 1 + (y - firstDepth) / levelStep
}

/** World y of the top edge of a view of height `height` that follows something at `y`. */
export function cameraTop(y: number, height: number): number {
  const follow = y - height * 0.62
  const highest = -height * 0.42
  // The list of the catch lies over the lower edge of the view: the bed stays above it.
  const lowest = floorDepth + 130 - height
  return Math.max(highest, Math.min(lowest, follow))
}

/** A fish's place on the line. */
export interface Slot {
  /** Above the hook's eye. */
  readonly rise: number
  readonly scale: number
}

/** Place of the `order`-th of `count` fish: the newest is next to the hook. */
export function slotOf(order: number, count: number): Slot {
  const step = Math.max(15, Math.min(46, roomForCatch / Math.max(1, count)))
  const scale = count <= 4 ? 1 : Math.max(0.62, 1 - (count - 4) * 0.045)
  return { rise: 16 + (count - 1 - order) * step, scale }
}

/** A repeatable row of numbers 0..1, so that a reload draws the same walls and plants. */
export function dice(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 4294967296
  }
}

/** Between two numbers. */
export function mix(from: number, to: number, part: number): number {
  return from + (to - from) * part
}

/** 0..1. */
export function unit(value: number): number {
  return Math.max(0, Math.min(1, value))
}
