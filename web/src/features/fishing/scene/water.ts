/** The colours of the sea: the canvas paints them, the page shows them before there is a canvas. */
import { levelStep, mix, unit } from './measure.ts'

/** Colour that turns day into night, multiplied. */
export const moonlight = 0x8397c4

/** Colour of the water at depths in levels; between them it is mixed (matches the five band colours of the ruler). */
const water: readonly (readonly [number, number, number, number])[] = [
  [-1, 0x63, 0xd2, 0xee],
  [2, 0x3a, 0xb6, 0xe0],
  [5, 0x22, 0x96, 0xcd],
  [8, 0x17, 0x78, 0xb4],
  [12, 0x11, 0x5d, 0x9b],
  [17, 0x0d, 0x47, 0x82],
  [21, 0x0c, 0x35, 0x69],
  [25, 0x0a, 0x26, 0x50],
  [28, 0x08, 0x1a, 0x3b],
  [33, 0x05, 0x0f, 0x26],
  [40, 0x03, 0x09, 0x18],
]

/** Colour of the water as 0xRRGGBB at a world y. */
export function waterColour(y: number): number {
  const level = y / levelStep
  const last = water.length - 1
  let index = 0
  while (index < last - 1 && level > (water[index + 1]?.[0] ?? 0)) index += 1
  const low = water[index] ?? [0, 0, 0, 0]
  const high = water[index + 1] ?? low
  const part = unit((level - low[0]) / (high[0] - low[0]))
  return (
    (Math.round(mix(low[1], high[1], part)) << 16) |
    (Math.round(mix(low[2], high[2], part)) << 8) |
    Math.round(mix(low[3], high[3], part))
  )
}
