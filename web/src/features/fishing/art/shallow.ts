/** Creatures of band B, levels 6-10 (domain §2.3): the open blue water. */
import { disc, down, eye, fish, inside, mask, scales, shape, stroke, type FishArt } from './ink.ts'

const HERRING = 'M108 26C98 12 74 7 50 12C34 15 24 21 16 26C24 31 34 40 50 43C74 47 98 40 108 26Z'
const herring: FishArt = fish({
  size: [112, 54],
  length: 60,
  mouth: [106, 27],
  defs: down('b', '#31488f', '#9fb6e6', '#ffffff') + mask('m', HERRING),
  body:
    shape('M21 26L1 5C8 18 13 24 13 26C13 28 8 34 1 48Z', '#3a539c') +
    shape('M52 12L60 1L72 10Z', '#4a64ad') +
    shape('M54 43L52 53L66 44Z', '#b6c6ec') +
    shape(HERRING, 'url(#b)', 'stroke="#22356f" stroke-width="1.500"') +
    inside(
      'm',
      scales(26, 15, 8, 7, 7.6, '#41589d', 0.4) +
        shape('M10 22C50 16 80 18 110 24V28C80 24 50 24 10 28Z', '#ffffff', 'opacity=".6"'),
    ) +
    stroke('M86 14Q80 26 86 40', '#31488f', 1.9, 'opacity=".8"') +
    shape('M78 30Q68 33 66 42Q76 40 82 34Z', '#c9d6f5') +
    stroke('M107 27Q101 32 96 31', '#22356f', 1.8) +
    eye(95, 21.5, 5.6, '#1c2a5c'),
})

const squid: FishArt = fish({
  size: [128, 56],
  length: 72,
  mouth: [122, 29],
  glow: '#ff9fd8',
  defs: down('b', '#ff9fc9', '#d95fae', '#a53f97') + down('t', '#ffb7d8', '#c94fa6'),
  body:
    shape('M30 28C20 10 8 6 0 8C8 18 8 38 0 48C8 50 20 46 30 28Z', '#c3529f') +
    stroke(
      'M86 22C100 14 108 20 124 10M88 26C104 22 112 28 127 21M88 30C104 34 112 28 127 35M86 34C100 42 108 36 124 46',
      'url(#t)',
      4,
    ) +
    stroke('M88 28C104 28 110 28 122 29', '#e884bf', 4) +
    shape(
      'M6 28C18 14 40 10 66 15C72 17 74 22 74 28C74 34 72 39 66 41C40 46 18 42 6 28Z',
      'url(#b)',
      'stroke="#7c2a76" stroke-width="1.500"',
    ) +
    shape(
      'M70 16C82 14 92 20 92 28C92 36 82 42 70 40C74 34 74 22 70 16Z',
      '#f088bf',
      'stroke="#7c2a76" stroke-width="1.500"',
    ) +
    [
      [28, 22],
      [40, 30],
      [50, 21],
      [36, 36],
      [58, 34],
      [22, 29],
    ]
      .map(([x, y]) => disc(x ?? 0, y ?? 0, 2.1, '#8c2f86', 'opacity=".55"'))
      .join('') +
    shape('M16 22C30 15 50 14 64 18C48 18 32 19 20 25Z', '#ffe3f2', 'opacity=".6"') +
    eye(82, 26, 6, '#2c1a55'),
})

const BASS = 'M118 36C108 18 82 10 56 15C38 19 26 28 18 34C26 42 38 54 56 57C82 61 110 54 118 36Z'
const seaBass: FishArt = fish({
  size: [122, 68],
  length: 76,
  mouth: [115, 40],
  defs: down('b', '#4c6b4f', '#a9bd8e', '#f6f7e6') + mask('m', BASS),
  body:
    shape('M24 34L1 14C9 28 9 42 1 56Z', '#4d6a4c') +
    shape('M42 18L46 2L53 11L59 0L65 10L71 3L76 13Z', '#5d7d58') +
    shape('M78 14L88 5L96 17Z', '#5d7d58') +
    shape('M54 57L50 67L66 58Z', '#8fa87c') +
    shape(BASS, 'url(#b)', 'stroke="#2e4632" stroke-width="1.600"') +
    inside(
      'm',
      scales(30, 18, 8, 8, 8, '#36523b', 0.35) +
        stroke('M14 34C46 24 84 26 104 34', '#2f4a35', 2.4, 'opacity=".6"'),
    ) +
    stroke('M94 19Q84 36 94 55', '#35503a', 2.2, 'opacity=".8"') +
    shape('M86 42Q74 44 70 56Q82 55 90 47Z', '#c3d0a4') +
    shape('M118 37L100 43Q108 46 116 41Z', '#3a2a2a') +
    eye(103, 29, 6, '#9a6a12'),
})

const TUNA = 'M136 36C122 14 92 6 64 12C42 16 28 28 18 35C28 43 42 56 64 60C92 65 122 58 136 36Z'
const tuna: FishArt = fish({
  size: [140, 72],
  length: 94,
  mouth: [134, 38],
  defs: down('b', '#0c1f57', '#2f63b8', '#dbe9fb', '#ffffff') + mask('m', TUNA),
  body:
    shape('M24 35C14 22 8 12 2 0C22 10 26 24 27 35C26 46 22 60 2 72C8 58 14 48 24 35Z', '#0f2a6b') +
    shape('M78 11C80 4 90 0 98 2C92 6 94 12 92 14Z', '#123079') +
    shape('M58 12C50 6 48 2 50 0C62 2 68 8 72 12Z', '#f5c431') +
    shape('M60 60C54 64 50 70 52 72C64 70 70 64 74 61Z', '#f5c431') +
    shape('M44 17L40 10L38 19ZM36 21L31 15L30 25ZM46 55L41 62L39 52ZM37 50L32 56L31 46Z', '#f5c431') +
    shape(TUNA, 'url(#b)', 'stroke="#091a4a" stroke-width="1.800"') +
    inside('m', shape('M20 30C60 8 110 8 136 30C110 16 60 18 20 34Z', '#5f95e4', 'opacity=".6"')) +
    stroke('M108 16Q98 36 108 57', '#17357f', 2.4, 'opacity=".8"') +
    shape('M100 40Q84 40 70 52Q88 52 104 46Z', '#15347f') +
    stroke('M135 38Q126 44 120 43', '#0b1c4b', 2.2) +
    eye(119, 30, 6.4, '#17213f'),
})

const SWORD = 'M118 34C104 18 80 14 58 18C40 22 28 30 18 35C28 41 42 50 60 52C84 54 106 48 118 38Z'
const swordfish: FishArt = fish({
  size: [180, 74],
  length: 122,
  mouth: [119, 40],
  glow: '#9db6ff',
  defs: down('b', '#2c2a78', '#5c74d6', '#e6ecff') + down('f', '#40329a', '#7a7cf0') + mask('m', SWORD),
  body:
    shape('M24 35C14 22 10 10 2 2C22 10 27 24 28 35C27 46 22 60 2 70C10 62 14 50 24 35Z', '#352f8d') +
    shape('M48 22C56 0 74 0 92 4C86 8 92 14 96 18Z', 'url(#f)', 'stroke="#221f63" stroke-width="1.200"') +
    stroke('M60 18L64 4M70 16L76 3M80 16L86 4', '#221f63', 1.2, 'opacity=".6"') +
    shape('M62 52C56 60 50 66 44 70C58 70 72 62 78 53Z', 'url(#f)') +
    shape('M112 30L179 34L112 40Z', '#7f8fe6', 'stroke="#221f63" stroke-width="1.300"') +
    shape(SWORD, 'url(#b)', 'stroke="#221f63" stroke-width="1.700"') +
    inside('m', shape('M16 32C50 14 96 14 120 32C96 22 50 24 16 36Z', '#a6b8ff', 'opacity=".55"')) +
    stroke('M94 21Q86 36 94 50', '#2a2975', 2.2, 'opacity=".8"') +
    shape('M86 42Q72 46 66 60Q80 56 92 47Z', '#4a4cb8') +
    stroke('M120 38Q112 43 106 42', '#221f63', 2) +
    stroke('M118 33.500L170 34.200', '#e6ecff', 1.4, 'opacity=".8"') +
    eye(105, 31, 6, '#151443'),
})

/** Drawings by the id of the paytable. */
export const shallow: Readonly<Record<string, FishArt>> = {
  herring,
  squid,
  sea_bass: seaBass,
  tuna,
  swordfish,
}
