/** Creatures of band D, levels 21-27 (domain §2.3): the last light is gone, the first lamps are lit. */
import {
  disc,
  down,
  across,
  eye,
  fish,
  inside,
  lamp,
  mask,
  round,
  scales,
  shape,
  stroke,
  type FishArt,
} from './ink.ts'

const LANTERN = 'M98 30C90 14 66 8 44 14C30 18 20 25 14 30C20 35 30 44 44 48C66 53 90 46 98 30Z'
const lanternFish: FishArt = fish({
  size: [104, 58],
  length: 62,
  mouth: [96, 33],
  glow: '#5ef2e0',
  defs:
    down('b', '#1f3f74', '#2f6fae', '#7fb8e0') +
    round('h', '#8ffff0', '#3fe3d5aa', '#3fe3d500') +
    mask('m', LANTERN),
  body:
    shape('M19 30L1 10C9 24 9 36 1 50Z', '#24508c') +
    shape('M46 14L56 2L70 11Z', '#2c5c9b') +
    shape('M50 48L48 57L62 49Z', '#2c5c9b') +
    shape(LANTERN, 'url(#b)', 'stroke="#0d2248" stroke-width="1.600"') +
    inside('m', scales(26, 16, 6, 6, 8, '#9fd0ff', 0.3)) +
    [
      [28, 40],
      [38, 44],
      [48, 46.5],
      [58, 47],
      [68, 46],
      [78, 42],
    ]
      .map(([x, y]) => lamp(x ?? 0, y ?? 0, 2.5, 'h'))
      .join('') +
    stroke('M74 15Q68 30 74 44', '#12305f', 2, 'opacity=".8"') +
    stroke('M97 32Q90 38 83 37', '#0d2248', 2) +
    disc(83, 26, 9.5, 'url(#h)', 'opacity=".5"') +
    eye(83, 25, 7.8, '#0d6b7a'),
})

const VIPER =
  'M122 26C110 14 90 12 70 20C50 28 34 34 8 30C28 42 52 44 74 42C94 42 110 44 118 40C112 38 110 34 122 26Z'
const viperfish: FishArt = fish({
  size: [136, 72],
  length: 92,
  mouth: [122, 34],
  glow: '#4df0c0',
  defs: down('b', '#0f5a5c', '#0a3a44', '#062530') + round('h', '#b9ffe9', '#35e0b0aa', '#35e0b000'),
  body:
    stroke('M84 17C86 4 100 -1 114 6', '#1b7a76', 2) +
    lamp(115, 7, 3.6, 'h') +
    shape('M14 31L0 16C5 26 5 36 1 46Z', '#0d4d50') +
    shape('M48 30L54 18L66 22Z', '#0f5a5c') +
    shape('M60 43L56 54L72 43Z', '#0f5a5c') +
    shape(VIPER, 'url(#b)', 'stroke="#2aa695" stroke-width="1.500"') +
    shape(
      'M96 42C102 58 116 64 132 58C122 56 116 50 114 42Z',
      '#0b444c',
      'stroke="#2aa695" stroke-width="1.500"',
    ) +
    shape(
      'M121 27L119 50L115 30ZM113 31L110 46L107 33ZM127 58L126 38L121 56ZM117 56L115 40L111 53Z',
      '#f3fff8',
      'stroke="#7fb8a8" stroke-width=".600"',
    ) +
    [
      [24, 35],
      [36, 38.5],
      [48, 40],
      [60, 40],
      [72, 39],
      [84, 39],
    ]
      .map(([x, y]) => lamp(x ?? 0, y ?? 0, 1.8, 'h'))
      .join('') +
    stroke('M98 17Q92 28 98 40', '#2aa695', 1.6, 'opacity=".5"') +
    eye(107, 22, 5.4, '#0a7a5a', '#d9fff0'),
})

const COELACANTH = 'M128 42C118 22 92 12 64 18C44 22 30 34 22 42C30 52 44 64 64 68C92 72 120 64 128 42Z'
const coelacanth: FishArt = fish({
  size: [134, 88],
  length: 98,
  mouth: [125, 47],
  defs: down('b', '#27498f', '#3c6bb8', '#2a4a86') + mask('m', COELACANTH),
  body:
    shape(
      'M30 42C16 22 4 20 0 28C6 36 4 40 8 42C4 46 6 50 0 58C4 66 18 62 30 44Z',
      '#213f7d',
      'stroke="#13264f" stroke-width="1.400"',
    ) +
    shape('M50 20L52 4L60 10L66 2L74 9L80 4L84 14Z', '#2b509a') +
    shape('M36 28C28 16 24 14 20 14C22 22 26 30 34 34Z', '#2b509a') +
    shape(
      'M46 64C40 78 32 84 28 84C30 76 34 66 42 58ZM82 66C82 80 76 86 70 88C68 78 70 70 74 66Z',
      '#2b509a',
    ) +
    shape(COELACANTH, 'url(#b)', 'stroke="#13264f" stroke-width="1.800"') +
    inside(
      'm',
      scales(34, 20, 8, 9, 9.5, '#9fc2ff', 0.35) +
        [
          [46, 32, 4],
          [58, 50, 5],
          [72, 28, 4],
          [76, 56, 4],
          [40, 50, 3.5],
          [88, 42, 4.5],
          [62, 38, 3],
          [92, 60, 3.5],
        ]
          .map(([x, y, r]) => disc(x ?? 0, y ?? 0, r ?? 0, '#dbe9ff', 'opacity=".8"'))
          .join(''),
    ) +
    stroke('M102 20Q92 42 102 64', '#16305f', 2.4, 'opacity=".9"') +
    shape(
      'M92 50C84 54 76 66 78 78C88 74 98 64 100 54Z',
      '#34609f',
      'stroke="#13264f" stroke-width="1.400"',
    ) +
    stroke('M127 46Q118 52 110 51', '#13264f', 2.4) +
    eye(111, 34, 6.6, '#c2b23a'),
})

const giantSquid: FishArt = fish({
  size: [200, 92],
  length: 140,
  mouth: [188, 48],
  glow: '#ff7a6b',
  defs: down('b', '#ff6a5b', '#c22a45', '#7a1539') + across('t', '#a01f42', '#ff8a70'),
  body:
    shape(
      'M44 46C30 18 12 12 1 16C12 28 12 64 1 76C12 80 30 74 44 46Z',
      '#9a1d40',
      'stroke="#4f0c28" stroke-width="1.500"',
    ) +
    stroke(
      'M116 30C138 6 158 24 178 8C190 2 198 10 194 18M118 38C142 22 162 40 198 30M120 46C146 44 160 50 ' +
        '190 48M118 54C142 70 162 52 198 64M116 62C138 86 158 68 178 84C190 90 198 82 194 74',
      'url(#t)',
      6,
    ) +
    [
      [140, 19],
      [152, 17.5],
      [164, 15],
      [146, 31],
      [160, 34],
      [176, 33],
      [146, 61],
      [160, 58.5],
      [176, 60],
      [140, 73],
      [152, 75],
      [164, 77],
    ]
      .map(([x, y]) => disc(x ?? 0, y ?? 0, 1.9, '#ffd0bd'))
      .join('') +
    shape(
      'M8 46C26 24 58 18 96 24C102 28 104 36 104 46C104 56 102 64 96 68C58 74 26 68 8 46Z',
      'url(#b)',
      'stroke="#4f0c28" stroke-width="1.800"',
    ) +
    shape(
      'M98 24C114 22 128 32 128 46C128 60 114 70 98 68C104 58 104 34 98 24Z',
      '#e24a50',
      'stroke="#4f0c28" stroke-width="1.800"',
    ) +
    [
      [34, 38],
      [48, 54],
      [58, 34],
      [72, 50],
      [80, 34],
      [42, 44],
      [64, 62],
    ]
      .map(([x, y]) => disc(x ?? 0, y ?? 0, 3, '#5f0f2f', 'opacity=".5"'))
      .join('') +
    shape('M22 38C44 24 70 22 92 28C68 27 46 30 26 42Z', '#ffd6c9', 'opacity=".5"') +
    eye(114, 42, 9.5, '#e8a62a'),
})

const MEGALODON =
  'M194 58C182 34 148 22 110 28C76 32 48 46 20 50C46 62 76 76 110 80C140 84 164 82 176 78C172 72 180 64 194 58Z'
const megalodon: FishArt = fish({
  size: [204, 112],
  length: 152,
  mouth: [184, 70],
  glow: '#9fc4d9',
  defs: down('b', '#44566b', '#7189a0', '#eef4f8') + mask('m', MEGALODON),
  body:
    shape(
      'M30 50C18 34 10 16 1 2C24 14 34 32 38 48C34 62 28 76 8 88C14 74 20 62 30 52Z',
      '#4a5f76',
      'stroke="#1e2b39" stroke-width="1.600"',
    ) +
    shape(
      'M92 30C98 12 110 2 124 0C118 14 126 24 132 28Z',
      '#4a5f76',
      'stroke="#1e2b39" stroke-width="1.600"',
    ) +
    shape('M60 70L52 82L72 75Z', '#5b728a') +
    shape(MEGALODON, 'url(#b)', 'stroke="#1e2b39" stroke-width="2"') +
    inside('m', shape('M10 46C70 20 150 18 198 56C150 32 70 38 10 56Z', '#a9c0d4', 'opacity=".35"')) +
    shape(
      'M193 60C178 62 166 68 156 80C164 90 180 90 188 84C180 80 182 70 193 60Z',
      '#5d1220',
      'stroke="#1e2b39" stroke-width="1.600"',
    ) +
    shape(
      'M188 62L184 71L181 64L176 73L173 67L168 77L165 72L162 80L172 86L170 78L177 86L176 79L183 86L188 ' +
        '84C180 80 182 70 193 60Z',
      '#ffffff',
      'stroke="#8fa3b5" stroke-width=".500"',
    ) +
    stroke('M136 40Q130 52 135 64M128 39Q122 52 127 66M120 39Q114 52 119 67', '#2b3b4c', 2, 'opacity=".8"') +
    shape(
      'M112 72C104 86 96 100 86 110C108 106 128 92 134 78Z',
      '#5b728a',
      'stroke="#1e2b39" stroke-width="1.600"',
    ) +
    stroke('M150 44L160 48', '#1e2b39', 2.4) +
    disc(158, 50, 4.6, '#0a0f14') +
    disc(159.5, 48.5, 1.4, '#ffffff'),
})

/** Drawings by the id of the paytable. */
export const twilight: Readonly<Record<string, FishArt>> = {
  lantern_fish: lanternFish,
  viperfish,
  coelacanth,
  giant_squid: giantSquid,
  megalodon,
}
