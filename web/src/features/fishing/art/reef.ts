/** Creatures of band C, levels 11-20 (domain §2.3): the blue twilight of the reef wall. */
import { disc, down, across, eye, fish, inside, mask, shape, stroke, type FishArt } from './ink.ts'

const shrimp: FishArt = fish({
  size: [104, 66],
  length: 56,
  mouth: [92, 30],
  defs: down('b', '#ffb199', '#ff6b4d', '#d9402f'),
  body:
    stroke('M88 22C96 8 86 2 70 2M90 25C102 16 104 6 96 1', '#e2553c', 1.8) +
    stroke('M80 40L84 54M72 44L74 58M64 46L63 60M56 46L52 59', '#c93a2c', 2.6) +
    shape(
      'M18 40C6 36 0 44 1 56C8 52 14 54 18 60C22 54 26 50 28 46Z',
      '#ff8a6b',
      'stroke="#a92a20" stroke-width="1.300"',
    ) +
    shape(
      'M96 28C88 14 70 10 52 14C34 18 20 30 16 44C22 50 30 50 36 44C46 38 58 44 70 44C84 44 94 38 96 28Z',
      'url(#b)',
      'stroke="#a92a20" stroke-width="1.600"',
    ) +
    stroke(
      'M70 13Q62 28 68 44M56 14Q48 28 54 42M42 19Q38 30 44 41M30 27Q30 36 35 45',
      '#a92a20',
      1.8,
      'opacity=".7"',
    ) +
    shape('M92 22L104 17L95 27Z', '#ff8a6b', 'stroke="#a92a20" stroke-width="1"') +
    shape('M60 16C72 12 84 16 90 24C80 18 70 17 60 20Z', '#ffe3d8', 'opacity=".7"') +
    eye(84, 24, 4.6, '#20101a'),
})

const GROUPER = 'M120 46C112 22 84 8 56 16C38 21 28 34 20 44C28 58 40 72 60 76C88 80 114 70 120 46Z'
const grouper: FishArt = fish({
  size: [126, 88],
  length: 82,
  mouth: [116, 52],
  defs: down('b', '#8a3d2b', '#d0764a', '#f4d3a3') + mask('m', GROUPER),
  body:
    shape('M26 44C14 34 6 28 1 28C4 40 4 52 1 64C8 62 16 54 26 46Z', '#7d3527') +
    shape('M36 24L38 6L47 14L54 1L62 11L70 2L77 11L85 5L96 18Z', '#9b4a31') +
    shape('M52 74C48 84 54 88 64 87C70 86 74 80 74 76Z', '#9b4a31') +
    shape(GROUPER, 'url(#b)', 'stroke="#57200f" stroke-width="1.800"') +
    inside(
      'm',
      [
        [34, 40, 4],
        [46, 28, 5],
        [60, 24, 4],
        [50, 46, 5],
        [64, 40, 4],
        [74, 28, 5],
        [44, 60, 4],
        [62, 60, 5],
        [78, 48, 3.5],
      ]
        .map(([x, y, r]) => disc(x ?? 0, y ?? 0, r ?? 0, '#5e2312', 'opacity=".5"'))
        .join(''),
    ) +
    stroke('M92 24Q80 46 92 70', '#6b2b18', 2.4, 'opacity=".8"') +
    shape('M84 52Q68 56 64 74Q82 72 90 60Z', '#c96a41', 'stroke="#6b2b18" stroke-width="1.200"') +
    shape(
      'M121 48C124 52 122 58 116 58C110 60 104 58 100 55C108 55 114 52 121 48Z',
      '#e7a27e',
      'stroke="#57200f" stroke-width="1.400"',
    ) +
    eye(101, 36, 7.2, '#c98a1c'),
})

const ray: FishArt = fish({
  size: [140, 84],
  length: 90,
  mouth: [128, 44],
  defs: down('b', '#7a8fb8', '#4f6796', '#36497a') + across('t', '#22305a', '#4f6796'),
  body:
    stroke('M52 44C34 46 20 36 2 50', 'url(#t)', 4) +
    shape('M26 42L34 34L34 44Z', '#36497a') +
    shape(
      'M132 43C122 34 112 30 102 16C92 4 78 0 68 2C62 16 50 32 44 42C50 52 62 68 68 82C78 84 92 80 102 ' +
        '68C112 56 122 52 132 43Z',
      'url(#b)',
      'stroke="#1f2c55" stroke-width="1.700"',
    ) +
    shape('M122 43C108 38 90 34 66 42C90 50 108 48 122 43Z', '#8fa5cf', 'opacity=".65"') +
    [
      [78, 18],
      [86, 30],
      [72, 30],
      [92, 62],
      [78, 66],
      [72, 54],
      [86, 54],
      [98, 30],
    ]
      .map(([x, y]) => disc(x ?? 0, y ?? 0, 3, '#67d3ff', 'opacity=".75"'))
      .join('') +
    shape('M70 6C80 6 90 12 98 22C88 16 78 14 68 16Z', '#c7d5f2', 'opacity=".5"') +
    eye(112, 36, 4.4, '#101a38') +
    eye(112, 51, 4.4, '#101a38') +
    stroke('M128 40Q132 43 128 47', '#1f2c55', 1.8),
})

const OARFISH =
  'M196 24C182 12 166 12 150 20C128 32 112 36 92 28C72 20 54 22 34 34C22 40 10 42 2 42C12 48 26 48 ' +
  '40 42C58 34 72 34 90 42C112 50 132 44 152 36C170 32 186 36 196 24Z'
const oarfish: FishArt = fish({
  size: [204, 62],
  length: 132,
  mouth: [195, 27],
  glow: '#ff8a96',
  defs: down('b', '#d9e6f2', '#a9c0d8', '#f5faff') + down('f', '#ff3b57', '#ff8a6b') + mask('m', OARFISH),
  body:
    stroke('M186 14C184 4 190 0 198 1M180 13C176 4 180 -2 188 1M173 13C168 6 170 1 176 2', '#ff4d63', 2.4) +
    shape(
      'M188 16C174 4 160 8 146 14C126 26 112 28 92 20C72 12 52 14 32 26C20 32 10 36 2 42C24 42 40 32 ' +
        '58 26C74 22 86 26 98 32C114 38 134 30 150 22C164 16 178 14 188 20Z',
      'url(#f)',
    ) +
    shape(OARFISH, 'url(#b)', 'stroke="#6d86a3" stroke-width="1.500"') +
    inside(
      'm',
      [20, 40, 58, 76, 94, 112, 130, 148, 164]
        .map((x) => stroke(`M${x} 18Q${x + 6} 34 ${x} 50`, '#5f7a9c', 2, 'opacity=".4"'))
        .join('') + stroke('M4 43C40 44 60 24 92 34C124 46 150 22 190 24', '#ffffff', 2, 'opacity=".8"'),
    ) +
    stroke('M168 33C160 44 150 50 138 54', '#ff4d63', 2) +
    disc(137, 54, 3, '#ff4d63') +
    stroke('M196 26L187 29', '#6d86a3', 1.8) +
    eye(183, 22, 5, '#1b2a3a'),
})

const manta: FishArt = fish({
  size: [184, 104],
  length: 138,
  mouth: [168, 56],
  glow: '#7ed6ff',
  defs:
    down('b', '#23407a', '#12244f', '#0b1838') +
    down('g', '#ffe08a', '#f2a72e') +
    across('w', '#0e1d42', '#294a8a'),
  body:
    stroke('M54 58C36 62 20 56 2 70', '#12244f', 4) +
    shape(
      'M76 52C74 32 88 10 122 1C114 18 124 30 140 42Z',
      'url(#w)',
      'stroke="#081130" stroke-width="1.600"',
    ) +
    shape(
      'M70 62C64 78 70 96 96 103C98 90 112 78 138 68Z',
      'url(#w)',
      'stroke="#081130" stroke-width="1.600"',
    ) +
    shape(
      'M170 48C176 44 182 44 183 48C180 50 178 54 170 54ZM168 62C176 62 180 66 178 70C174 70 170 68 166 65Z',
      '#1b3468',
      'stroke="#081130" stroke-width="1.200"',
    ) +
    shape(
      'M172 56C164 44 144 38 116 38C90 40 66 48 46 58C66 68 92 74 118 74C146 74 166 68 172 56Z',
      'url(#b)',
      'stroke="#081130" stroke-width="1.700"',
    ) +
    shape('M170 58C150 70 120 72 80 66C110 78 152 76 168 62Z', '#e8f1ff', 'opacity=".9"') +
    shape(
      'M98 54L102 43L109 50L115 40L121 50L128 43L132 54Z',
      'url(#g)',
      'stroke="#a8660e" stroke-width="1.200"',
    ) +
    disc(115, 39, 2.6, '#fff3c4') +
    stroke('M86 46C96 30 106 16 118 6M80 68C80 82 86 92 94 98', '#5f8ad6', 2, 'opacity=".55"') +
    stroke('M140 62L136 69M146 62L143 69M152 61L150 68', '#081130', 1.6, 'opacity=".7"') +
    eye(158, 50, 5.2, '#0b1020'),
})

/** Drawings by the id of the paytable. */
export const reef: Readonly<Record<string, FishArt>> = { shrimp, grouper, ray, oarfish, manta_king: manta }
