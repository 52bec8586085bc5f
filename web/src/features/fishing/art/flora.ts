/**
 * What grows on the two walls of the sea, from daylight weed to the lamps of the abyss. Roots are at the left edge,
 * middle height.
 */
import { across, disc, drawing, round, shape, stroke } from './ink.ts'
import type { PropArt } from './props.ts'

function plant(width: number, height: number, length: number, defs: string, body: string): PropArt {
  return { width, height, length, svg: drawing(width, height, defs, body) }
}

const weed = plant(
  110,
  120,
  96,
  across('g', '#0f6b57', '#57c08a'),
  stroke('M2 74C30 70 46 46 40 6M2 76C40 76 70 54 74 20M2 80C40 84 82 78 104 52', 'url(#g)', 7) +
    stroke('M2 74C20 60 22 40 18 22', 'url(#g)', 5) +
    [
      [40, 24],
      [46, 44],
      [70, 34],
      [62, 54],
      [92, 62],
      [76, 70],
      [20, 36],
    ]
      .map(([x, y]) => shape(`M${x} ${y}q10 -10 16 2q-8 8 -16 -2`, '#57c08a', 'opacity=".9"'))
      .join(''),
)

const fan = plant(
  110,
  110,
  84,
  across('c', '#8c2f6b', '#ff7fae'),
  stroke(
    'M2 56H34M34 56C56 50 64 30 62 8M34 56C60 56 84 40 92 18M34 56C64 58 92 58 106 48M34 56C62 62 88 ' +
      '78 96 92M34 56C52 66 62 84 60 104',
    'url(#c)',
    5.5,
  ) + stroke('M60 34L76 24M66 46L84 44M70 58L88 68M62 68L76 82M54 40L50 22M56 74L48 90', 'url(#c)', 3.5),
)

const sponge = plant(
  110,
  90,
  78,
  across('s', '#5a2f8a', '#c084f5'),
  stroke('M2 50H40', 'url(#s)', 16) +
    stroke('M30 46C50 40 58 26 58 12M34 50C62 48 78 36 84 22M34 54C66 58 84 64 96 60', 'url(#s)', 15) +
    [
      [58, 11],
      [84, 21],
      [97, 60],
    ]
      .map(([x, y]) => disc(x ?? 0, y ?? 0, 5, '#2d1550'))
      .join(''),
)

const lamps = plant(
  120,
  110,
  88,
  across('l', '#0c3a52', '#2ba7a8') + round('h', '#f1fffd', '#52f5dfaa', '#52f5df00'),
  stroke(
    'M2 60C34 58 52 38 50 20M2 62C44 62 78 50 88 34M2 66C44 70 84 78 98 72M2 68C30 76 48 88 52 98',
    'url(#l)',
    4,
  ) +
    [
      [50, 18, 7],
      [90, 32, 9],
      [101, 72, 8],
      [53, 98, 6],
    ]
      .map(
        ([x, y, r]) =>
          disc(x ?? 0, y ?? 0, (r ?? 0) * 2.4, 'url(#h)') + disc(x ?? 0, y ?? 0, (r ?? 0) * 0.5, '#f4fffb'),
      )
      .join(''),
)

const tubes = plant(
  120,
  120,
  92,
  across('t', '#3a1038', '#d0407f') + round('h', '#ffe9f6', '#ff58b0aa', '#ff58b000'),
  stroke(
    'M2 64C30 62 44 44 46 24M2 66C44 66 72 46 80 26M2 70C50 72 86 66 104 52M2 76C40 84 74 92 92 92',
    'url(#t)',
    6,
  ) +
    [
      [46, 20, 7],
      [82, 22, 9],
      [107, 49, 9],
      [95, 93, 7],
    ]
      .map(
        ([x, y, r]) =>
          disc(x ?? 0, y ?? 0, (r ?? 0) * 2, 'url(#h)') + disc(x ?? 0, y ?? 0, (r ?? 0) * 0.6, '#ffd3ea'),
      )
      .join(''),
)

/** Plants of each band, in the order of the bands A to E. */
export const flora: readonly PropArt[] = [weed, fan, sponge, lamps, tubes]
