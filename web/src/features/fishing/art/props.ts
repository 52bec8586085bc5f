/**
 * The things that are no fish: the boat and its angler, hook, mine, chest, coin, and what grows on the walls of the
 * sea.
 */
import { across, disc, down, drawing, round, shape, stroke } from './ink.ts'

/** A drawing of a thing, with its width on the screen in CSS pixels. */
export interface PropArt {
  readonly width: number
  readonly height: number
  readonly length: number
  readonly svg: string
}

function prop(width: number, height: number, length: number, defs: string, body: string): PropArt {
  return { width, height, length, svg: drawing(width, height, defs, body) }
}

/** Where the line leaves the rod, in view box units of `boat`. */
export const rodTip: readonly [number, number] = [206, 16]
/** Where the water stands on the hull, in view box units of `boat`. */
export const waterline = 122

const angler =
  shape(
    'M88 96C86 74 92 58 104 56C117 54 126 68 128 96Z',
    'url(#coat)',
    'stroke="#b9770b" stroke-width="1.600"',
  ) +
  shape('M92 62C84 70 82 82 86 90L94 86C92 78 94 72 98 68Z', '#e89b12') +
  disc(106, 46, 11, '#f6c79c') +
  shape(
    'M91 44C94 30 116 28 121 43C126 45 127 48 122 49C112 45 100 45 90 49C86 49 86 46 91 44Z',
    '#ffc93b',
    'stroke="#b9770b" stroke-width="1.400"',
  ) +
  disc(111, 47, 1.6, '#3a2415') +
  stroke('M108 52Q112 54 115 51', '#8a4a2a', 1.5) +
  shape(
    'M116 66C124 68 132 72 138 74L136 81C126 80 118 78 112 76Z',
    '#ffb81f',
    'stroke="#b9770b" stroke-width="1.300"',
  ) +
  disc(139, 77, 4.4, '#f6c79c')

/** The small boat with its angler; looks to the right. */
export const boat: PropArt = prop(
  210,
  150,
  152,
  down('hull', '#ff6b57', '#d23a3a', '#8e1f35') +
    down('coat', '#ffd44f', '#f0a018') +
    down('in', '#7a4a2c', '#4c2a18') +
    across('rod', '#6b3b1c', '#d9a05a'),
  stroke('M132 82L206 16', 'url(#rod)', 3.2) +
    stroke('M150 66L152 72M172 46L174 52', '#3a2415', 1.8) +
    shape('M14 92L184 92L176 104L24 104Z', 'url(#in)') +
    angler +
    shape('M30 92L30 62L34 62L34 92Z', '#8a5a34') +
    shape('M34 63L62 70L34 79Z', '#eaf6ff', 'stroke="#9db7c9" stroke-width="1"') +
    shape(
      'M6 90C30 97 150 98 196 86C194 112 172 138 150 142C110 148 70 147 46 142C24 136 10 112 6 90Z',
      'url(#hull)',
      'stroke="#6d1630" stroke-width="2"',
    ) +
    stroke('M6 90C30 97 150 98 196 86', '#fff3e2', 5) +
    stroke('M13 108C50 117 140 117 188 104', '#ffd0b8', 2, 'opacity=".65"') +
    disc(150, 106, 6, '#fff3e2') +
    disc(150, 106, 3.4, '#7fc4e8') +
    disc(60, 109, 6, '#fff3e2') +
    disc(60, 109, 3.4, '#7fc4e8'),
)

/** The hook; its eye is the middle of the top edge. */
export const hook: PropArt = prop(
  30,
  52,
  24,
  across('m', '#7f93a8', '#f4fbff', '#8ea2b6'),
  stroke('M15 7V30C15 42 4 44 4 33', '#22384c', 5.4) +
    stroke('M15 7V30C15 42 4 44 4 33', 'url(#m)', 3.2) +
    shape('M1.500 35L4 25L9.500 33Z', '#f4fbff', 'stroke="#22384c" stroke-width="1"') +
    `<circle cx="15" cy="5" r="3.400" fill="none" stroke="#22384c" stroke-width="3.600"/>` +
    `<circle cx="15" cy="5" r="3.400" fill="none" stroke="#f4fbff" stroke-width="1.800"/>`,
)

const spikes = [0, 45, 90, 135, 180, 225, 270, 315]
  .map((angle) => {
    const spike = shape('M44 20L46 6Q50 1 54 6L56 20Z', 'url(#iron)', 'stroke="#0c131b" stroke-width="1.400"')
    return `<g transform="rotate(${angle} 50 50)">${spike}${disc(50, 5.5, 4, '#ff5a4f')}</g>`
  })
  .join('')

/** The mine: an iron ball with horns. */
export const mine: PropArt = prop(
  100,
  100,
  74,
  round('ball', '#7d8fa3', '#3f4d5e', '#161e29') +
    down('iron', '#8395a8', '#36424f') +
    round('red', '#ffe1d6', '#ff5141', '#ff2a1f00'),
  spikes +
    disc(50, 50, 32, '#0c131b') +
    disc(50, 50, 30.5, 'url(#ball)') +
    stroke('M20 50C30 58 70 58 80 50', '#10171f', 2.4, 'opacity=".7"') +
    stroke('M50 20C42 32 42 68 50 80', '#10171f', 2, 'opacity=".5"') +
    [
      [30, 44],
      [70, 44],
      [38, 70],
      [62, 70],
    ]
      .map(([x, y]) => disc(x ?? 0, y ?? 0, 2, '#98aabc'))
      .join('') +
    shape('M30 32C36 24 46 22 54 23C46 26 38 32 34 40Z', '#ffffff', 'opacity=".35"') +
    disc(50, 46, 14, 'url(#red)') +
    disc(50, 46, 5, '#fff1ea'),
)

const chestFront =
  shape(
    'M8 46L92 46L88 84Q87 88 83 88L17 88Q13 88 12 84Z',
    'url(#wood)',
    'stroke="#3f1f0c" stroke-width="2"',
  ) +
  stroke('M10 60L90 60M12 74L88 74', '#5a2f14', 1.6, 'opacity=".7"') +
  shape(
    'M16 46L26 46L27 88L20 88ZM74 46L84 46L80 88L73 88Z',
    'url(#gold)',
    'stroke="#8f5a0a" stroke-width="1.200"',
  ) +
  shape('M42 42L58 42L58 58Q50 66 42 58Z', 'url(#gold)', 'stroke="#8f5a0a" stroke-width="1.400"') +
  disc(50, 51, 3, '#5a2f14') +
  stroke('M50 52L50 57', '#5a2f14', 2.4)

/** A closed chest. */
export const chest: PropArt = prop(
  100,
  92,
  72,
  down('wood', '#b5692f', '#7a3f18') + down('gold', '#fff0a6', '#f2ab25'),
  shape('M8 46C8 20 22 12 50 12C78 12 92 20 92 46Z', 'url(#wood)', 'stroke="#3f1f0c" stroke-width="2"') +
    shape(
      'M16 46C16 28 20 20 28 15L36 14C27 20 25 30 26 46ZM84 46C84 28 80 20 72 15L64 14C73 20 75 30 74 46Z',
      'url(#gold)',
      'stroke="#8f5a0a" stroke-width="1.200"',
    ) +
    stroke('M8 46L92 46', '#3f1f0c', 2) +
    chestFront,
)

/** The same chest with its lid up and gold in it. */
export const chestOpen: PropArt = prop(
  100,
  92,
  72,
  down('wood', '#b5692f', '#7a3f18') +
    down('gold', '#fff0a6', '#f2ab25') +
    down('dark', '#3a1c0a', '#1c0d05'),
  shape('M10 34C8 10 24 2 50 2C76 2 92 10 90 34Z', 'url(#dark)', 'stroke="#3f1f0c" stroke-width="2"') +
    shape('M10 34L90 34L92 46L8 46Z', 'url(#dark)') +
    [
      [22, 40],
      [34, 34],
      [46, 37],
      [58, 32],
      [70, 36],
      [80, 41],
      [40, 29],
      [64, 27],
      [52, 25],
    ]
      .map(([x, y]) => disc(x ?? 0, y ?? 0, 8, 'url(#gold)', 'stroke="#b77a12" stroke-width="1.200"'))
      .join('') +
    shape('M44 20L50 14L57 20L50 30Z', '#8fe8ff', 'stroke="#2e8fb5" stroke-width="1.200"') +
    shape('M70 24L75 19L80 25L74 31Z', '#ff8fb5', 'stroke="#b53a6a" stroke-width="1.200"') +
    chestFront,
)

/** A coin of the catch. */
export const coin: PropArt = prop(
  32,
  32,
  16,
  down('g', '#fff3b0', '#f3a81e'),
  disc(16, 16, 15, '#a8690b') +
    disc(16, 16, 13.4, 'url(#g)') +
    stroke(
      'M16 8.500C20.500 8.500 23.500 11.500 23.500 16M16 23.500C11.500 23.500 8.500 20.500 8.500 16',
      '#b9770b',
      2,
    ) +
    disc(16, 16, 3.6, '#c98714'),
)

/** What hides in the sand at the bottom: a broken ship. */
export const wreck: PropArt = prop(
  300,
  190,
  250,
  down('w', '#3b4a63', '#141d30'),
  stroke('M150 120L132 6M196 128L214 40', '#26334a', 7) +
    stroke('M104 34L166 24M188 66L236 76', '#26334a', 4) +
    shape(
      'M132 30C150 44 152 70 146 92C136 84 116 86 106 90C116 70 118 48 112 34Z',
      '#2d3b55',
      'opacity=".8"',
    ) +
    shape(
      'M10 104C40 116 70 120 96 118L104 130L116 120L132 132L146 121L164 133L178 122C220 124 262 112 ' +
        '292 90C286 128 268 160 240 176L60 184C34 168 16 138 10 104Z',
      'url(#w)',
    ) +
    stroke('M24 126C80 146 220 146 280 116M34 146C90 162 210 162 266 140', '#0e1626', 3, 'opacity=".7"') +
    [
      [70, 140],
      [110, 148],
      [206, 146],
      [240, 136],
    ]
      .map(
        ([x, y]) =>
          disc(x ?? 0, y ?? 0, 7, '#0a101d') +
          disc((x ?? 0) + 1, (y ?? 0) + 1, 3, '#59d9c8', 'opacity=".55"'),
      )
      .join(''),
)

/** Gold heaped on the sea-bed. */
export const hoard: PropArt = prop(
  160,
  80,
  120,
  down('gold', '#fff0a6', '#e59a1c') + round('h', '#ffe9a0aa', '#ffd04a33', '#ffd04a00'),
  `<ellipse cx="80" cy="44" rx="80" ry="40" fill="url(#h)"/>` +
    shape(
      'M14 76C26 52 52 34 82 32C112 34 136 54 148 76Z',
      'url(#gold)',
      'stroke="#8f5a0a" stroke-width="2"',
    ) +
    [
      [40, 58],
      [58, 48],
      [78, 42],
      [98, 48],
      [116, 58],
      [66, 62],
      [90, 62],
      [50, 70],
      [110, 70],
    ]
      .map(
        ([x, y]) =>
          `<ellipse cx="${x}" cy="${y}" rx="8" ry="4.500" fill="#fff2b8" stroke="#b77a12" stroke-width="1.300"/>`,
      )
      .join('') +
    shape(
      'M72 30L72 12L82 6L92 12L92 30L86 24L82 32L78 24Z',
      'url(#gold)',
      'stroke="#8f5a0a" stroke-width="1.600"',
    ) +
    disc(82, 15, 3, '#ff5f7a') +
    shape('M122 46L130 38L138 46L130 56Z', '#8fe8ff', 'stroke="#2e8fb5" stroke-width="1.300"'),
)

/** A bird far off. */
export const gull: PropArt = prop(
  48,
  20,
  34,
  '',
  stroke('M3 14Q13 2 24 13Q35 2 45 14', '#ffffff', 3.4) +
    stroke('M3 15Q13 5 24 15Q35 5 45 15', '#7f9db0', 1.2),
)

/** A young fish of no kind. */
export const fry: PropArt = prop(
  30,
  12,
  19,
  down('fry', '#8fb9c8', '#e9f6fa', '#9cc3cf'),
  shape('M7 6Q1 0 1 2Q3 6 1 10Q1 12 7 6Z', '#8fb9c8') +
    shape('M5 6Q14 -1 24 3Q29 5 29 6Q29 7 24 9Q14 13 5 6Z', 'url(#fry)') +
    disc(25, 5.2, 1.1, '#14303c'),
)
