/** Creatures of band E, levels 28-37 (domain §2.3): everything here makes its own light. */
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

const glowJelly: FishArt = fish({
  size: [84, 108],
  length: 60,
  mouth: [42, 8],
  glow: '#e07bff',
  defs:
    down('b', '#ffd9ff', '#d17bff', '#6a3fe0') +
    down('t', '#e9a8ff', '#4fd8ff00') +
    round('h', '#ffffff', '#ff9fffbb', '#c05bff00'),
  body:
    stroke(
      'M20 46C12 62 26 72 16 92M30 48C24 66 36 78 28 104M42 48C42 66 46 82 42 107M54 48C60 66 48 78 56 ' +
        '104M64 46C72 62 58 72 68 92',
      'url(#t)',
      3.4,
    ) +
    stroke('M34 46C26 58 40 66 34 78M50 46C58 58 44 66 50 78', '#ffc9ff', 5, 'opacity=".6"') +
    shape(
      'M8 44C4 18 22 4 42 4C62 4 80 18 76 44C70 50 66 42 60 48C54 52 50 44 42 50C34 44 30 52 24 48C18 42 14 50 8 44Z',
      'url(#b)',
      'opacity=".92" stroke="#f4d4ff" stroke-width="1.400"',
    ) +
    shape('M18 30C20 16 32 10 42 10C34 16 28 22 26 34Z', '#ffffff', 'opacity=".55"') +
    lamp(42, 28, 7, 'h') +
    lamp(28, 36, 3, 'h') +
    lamp(57, 36, 3, 'h'),
})

const GULPER = 'M104 34C96 22 78 20 62 28C46 38 28 42 4 34C24 52 48 54 66 52C80 52 92 50 100 46Z'
const gulperEel: FishArt = fish({
  size: [152, 92],
  length: 108,
  mouth: [128, 48],
  glow: '#ff6fb5',
  defs:
    down('b', '#4b2a6b', '#2a1546', '#170b2b') +
    across('k', '#7d2a6a', '#d1477f') +
    round('h', '#ffe0f2', '#ff5fae99', '#ff5fae00'),
  body:
    stroke('M10 36C4 30 4 20 12 16C18 12 24 16 22 22', '#3a2058', 3) +
    lamp(22, 22, 3.6, 'h') +
    shape(
      'M96 22C116 4 140 8 150 26C140 22 132 30 130 44C130 60 138 70 148 70C136 90 110 88 94 56Z',
      'url(#k)',
      'stroke="#e58bbd" stroke-width="1.500"',
    ) +
    shape(
      'M146 28C138 28 134 36 134 46C134 58 138 66 145 68C132 76 116 66 112 48C114 32 130 22 146 28Z',
      '#2b0a26',
    ) +
    shape(
      'M140 27L139 34L135 29ZM134 29L132 36L128 31ZM138 68L137 61L133 66ZM132 67L130 60L126 64Z',
      '#fff2f8',
    ) +
    shape(GULPER, 'url(#b)', 'stroke="#8a5bb8" stroke-width="1.500"') +
    shape(
      'M94 24C108 16 122 10 140 12C148 14 150 20 150 26C138 16 120 24 100 36Z',
      '#3d2160',
      'stroke="#8a5bb8" stroke-width="1.500"',
    ) +
    stroke('M14 38C40 52 62 40 96 38', '#b98be6', 2, 'opacity=".55"') +
    [
      [36, 46],
      [50, 46],
      [64, 44],
      [78, 42],
    ]
      .map(([x, y]) => lamp(x ?? 0, y ?? 0, 1.7, 'h'))
      .join('') +
    eye(124, 17, 4.4, '#e0368f', '#ffe8f5'),
})

const ANGLER =
  'M116 56C114 32 92 18 64 22C42 26 28 40 22 56C26 74 44 90 68 92C88 94 106 88 114 76C106 74 106 64 116 56Z'
const anglerfish: FishArt = fish({
  size: [128, 102],
  length: 104,
  mouth: [114, 66],
  glow: '#ffe27a',
  defs:
    down('b', '#6b4a3a', '#432b2b', '#241821') +
    round('h', '#fffbe0', '#ffe05fcc', '#ffd03f00') +
    mask('m', ANGLER),
  body:
    stroke('M74 24C74 6 92 -2 108 8C112 11 113 15 113 19', '#7a5844', 3) +
    disc(113, 22, 15, 'url(#h)') +
    disc(113, 22, 4.6, '#fffdf0') +
    shape(
      'M28 56C14 44 4 44 1 48C6 56 6 62 2 70C8 74 18 68 28 58Z',
      '#5b3d33',
      'stroke="#8d6a52" stroke-width="1.300"',
    ) +
    shape('M44 30L44 14L54 22L60 10L68 22Z', '#5b3d33') +
    shape('M52 90L48 100L66 98L70 92Z', '#5b3d33') +
    shape(ANGLER, 'url(#b)', 'stroke="#9c7658" stroke-width="1.600"') +
    inside(
      'm',
      [
        [40, 44],
        [54, 34],
        [50, 58],
        [66, 48],
        [42, 70],
        [60, 76],
        [76, 34],
      ]
        .map(([x, y]) => disc(x ?? 0, y ?? 0, 3, '#1d1219', 'opacity=".6"'))
        .join('') +
        shape('M92 24C110 30 118 44 116 56L104 60C108 44 102 32 92 24Z', '#ffe9a8', 'opacity=".25"'),
    ) +
    shape(
      'M117 55C100 56 86 62 80 70C90 84 104 88 116 80C108 76 108 64 117 55Z',
      '#3a0f18',
      'stroke="#9c7658" stroke-width="1.500"',
    ) +
    shape(
      'M113 57L110 67L107 58L102 69L98 60L94 69L90 64L87 68ZM113 81L110 72L106 83L102 73L98 82L94 74L91 79Z',
      '#fff8e0',
      'stroke="#b7a27a" stroke-width=".500"',
    ) +
    shape('M66 62C54 62 46 72 48 84C58 84 68 76 72 68Z', '#6b4a3a', 'stroke="#9c7658" stroke-width="1.200"') +
    eye(91, 44, 7, '#4fb7c9', '#e9fbff'),
})

const LEVIATHAN =
  'M186 34C172 18 152 20 144 34C136 52 118 56 104 44C90 30 70 32 58 46C46 60 26 64 6 52C16 76 44 ' +
  '84 66 68C80 56 88 58 100 68C122 84 152 72 162 54C168 60 182 58 194 56C200 52 198 44 186 34Z'
const leviathan: FishArt = fish({
  size: [206, 94],
  length: 156,
  mouth: [194, 52],
  glow: '#4dffb0',
  defs:
    down('b', '#2be0a0', '#0f8a74', '#074a4c') +
    down('f', '#b6ffcf', '#16a37f') +
    round('h', '#f0fff6', '#5dffb8aa', '#5dffb800') +
    mask('m', LEVIATHAN),
  body:
    shape(
      'M12 56C2 50 0 40 4 30C10 38 18 42 26 42C22 50 20 56 18 60Z',
      'url(#f)',
      'stroke="#065043" stroke-width="1.300"',
    ) +
    shape(
      'M44 56L42 38L54 46L58 30L68 40L76 26L84 36L94 26L98 40L110 36L112 50L124 40L128 50L138 34L132 ' +
        '22L146 28L150 12L160 22Z',
      'url(#f)',
      'opacity=".9"',
    ) +
    shape(LEVIATHAN, 'url(#b)', 'stroke="#043c38" stroke-width="1.900"') +
    inside(
      'm',
      scales(16, 30, 20, 8, 9, '#043c38', 0.4) +
        stroke(
          'M8 60C36 74 52 66 70 56C92 46 104 66 124 64C146 60 150 40 166 36',
          '#d9ffe9',
          4,
          'opacity=".35"',
        ),
    ) +
    [
      [34, 66],
      [58, 60],
      [82, 48],
      [108, 60],
      [132, 62],
      [150, 50],
    ]
      .map(([x, y]) => lamp(x ?? 0, y ?? 0, 2.4, 'h'))
      .join('') +
    shape(
      'M168 24C166 12 172 4 184 0C180 10 182 18 186 26Z',
      '#e9fff2',
      'stroke="#4aa88a" stroke-width="1.200"',
    ) +
    shape(
      'M158 24C152 14 154 6 160 2C162 12 166 16 172 22Z',
      '#c9f5dd',
      'stroke="#4aa88a" stroke-width="1.200"',
    ) +
    stroke('M196 52C188 55 178 54 170 50', '#043c38', 2.2) +
    shape('M194 53L190 61L186 54ZM184 54L180 61L177 53Z', '#ffffff') +
    stroke('M196 46C204 44 205 52 204 60M192 56C196 66 192 74 186 78', '#7dffc9', 1.8) +
    eye(178, 38, 6, '#ff9d1c', '#fffbe0'),
})

const DRAGON =
  'M204 46C192 28 168 26 148 34C126 42 112 62 90 62C68 62 58 46 40 46C28 46 16 52 6 62C24 60 34 62 ' +
  '46 72C60 84 78 90 100 84C124 78 138 64 158 64C172 66 182 72 198 68C190 64 196 56 204 46Z'
const dragonFish: FishArt = fish({
  size: [220, 116],
  length: 168,
  mouth: [202, 58],
  glow: '#ffb03f',
  defs:
    down('b', '#ff4f2e', '#e0203f', '#8c0f4a') +
    down('g', '#fff0a0', '#ffb31f') +
    down('f', '#ffd23f', '#ff5a1f') +
    round('h', '#fffbe6', '#ffc23fcc', '#ff8a1f00') +
    mask('m', DRAGON),
  body:
    shape(
      'M10 62C2 50 0 34 8 20C12 34 22 38 20 50C26 46 34 46 40 48C28 54 20 58 10 62ZM8 62C0 70 0 84 10 ' +
        '96C12 84 22 80 24 72C20 68 14 64 8 62Z',
      'url(#f)',
      'stroke="#b3261c" stroke-width="1.300"',
    ) +
    shape(
      'M40 48L46 28L58 44L68 30L76 50L90 40L94 56L108 40L112 52L124 28L130 44L142 18L148 34L160 12L168 30Z',
      'url(#f)',
      'stroke="#c7381a" stroke-width="1"',
    ) +
    shape(
      'M96 84C92 98 98 108 112 114C110 102 116 92 124 80ZM58 78C52 90 54 100 62 108C64 96 72 90 76 86Z',
      'url(#f)',
      'stroke="#b3261c" stroke-width="1.200"',
    ) +
    shape(DRAGON, 'url(#b)', 'stroke="#5c0a2c" stroke-width="2"') +
    inside(
      'm',
      scales(16, 26, 20, 10, 10, '#ffd23f', 0.55) +
        stroke('M8 62C40 62 60 84 96 78C126 72 140 56 170 62', '#ffe9a0', 6, 'opacity=".8"'),
    ) +
    [
      [48, 58],
      [70, 68],
      [94, 72],
      [118, 62],
      [140, 50],
    ]
      .map(([x, y]) => lamp(x ?? 0, y ?? 0, 2.8, 'h'))
      .join('') +
    shape(
      'M176 32C176 16 186 6 202 2C194 12 196 22 198 34Z',
      'url(#g)',
      'stroke="#a8620c" stroke-width="1.300"',
    ) +
    shape(
      'M164 30C158 18 162 8 172 2C172 14 176 20 184 28Z',
      'url(#g)',
      'stroke="#a8620c" stroke-width="1.300"',
    ) +
    shape(
      'M160 40C150 34 140 36 134 42C144 46 150 52 152 62C162 58 166 48 160 40Z',
      'url(#f)',
      'stroke="#b3261c" stroke-width="1.200"',
    ) +
    shape('M200 64C192 68 180 66 172 60C182 60 192 58 200 54Z', '#5c0a2c') +
    shape('M197 57L193 65L190 58ZM187 59L183 65L180 59Z', '#fffbe6') +
    stroke('M204 48C214 44 220 52 218 64M200 66C206 76 200 88 190 92', 'url(#g)', 2.4) +
    eye(186, 44, 6.8, '#ffb31f', '#fffbe6'),
})

/** Drawings by the id of the paytable. */
export const abyss: Readonly<Record<string, FishArt>> = {
  glow_jelly: glowJelly,
  gulper_eel: gulperEel,
  anglerfish,
  leviathan,
  dragon_fish: dragonFish,
}
