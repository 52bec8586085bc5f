/** Fish of band A, levels 1-5 (domain §2.3): small, bright, daylight colours. */
import { disc, down, eye, fish, inside, mask, scales, shape, stroke, type FishArt } from './ink.ts'

const ANCHOVY = 'M97 19C86 9 62 6 42 10C29 12 20 16 12 18.500C20 22 29 26 42 28C62 31 84 29 97 19Z'
const anchovy: FishArt = fish({
  size: [100, 38],
  length: 54,
  mouth: [95, 20],
  defs: down('b', '#2f6f9f', '#bfe3f2', '#f4fbff') + mask('m', ANCHOVY),
  body:
    shape('M16 18.500L1 7C7 15 7 23 1 31Z', '#3d7ba6') +
    shape('M48 9L60 1.500L66 8Z', '#4f8fb8') +
    shape('M54 29L48 36L64 29Z', '#8fc0d8') +
    shape(ANCHOVY, 'url(#b)', 'stroke="#1f5578" stroke-width="1.400"') +
    inside(
      'm',
      shape('M10 16C40 12 70 13 99 17V21C70 18 40 18 10 20Z', '#e9fbff', 'opacity=".85"') +
        stroke('M14 15C40 10 66 9 90 14', '#1d5f8c', 2, 'opacity=".6"'),
    ) +
    stroke('M74 12Q69 19 74 27', '#2f6f95', 1.6, 'opacity=".7"') +
    stroke('M96 20L86 23', '#1f5578', 1.6) +
    shape('M68 21Q60 24 58 30Q66 28 71 24Z', '#8fc0d8') +
    eye(84, 16, 4.6),
})

const SARDINE = 'M98 24C88 11 66 7 45 11C30 14 21 20 13 24C21 28 30 35 45 38C66 42 88 38 98 24Z'
const sardine: FishArt = fish({
  size: [102, 48],
  length: 58,
  mouth: [96, 25],
  defs: down('b', '#1d7f86', '#7cc9c4', '#f2fbf4') + mask('m', SARDINE),
  body:
    shape('M18 24L1 8C9 19 9 29 1 40Z', '#1f767c') +
    shape('M46 11L58 1L70 9Z', '#2a8a8f') +
    shape('M50 38L46 47L62 39Z', '#9ad6cb') +
    shape(SARDINE, 'url(#b)', 'stroke="#12575d" stroke-width="1.500"') +
    inside(
      'm',
      scales(24, 14, 8, 5, 7, '#ffffff', 0.5) +
        stroke('M14 19C40 8 72 8 96 20', '#0f5b64', 3, 'opacity=".45"'),
    ) +
    [30, 39, 48, 57, 66].map((x) => disc(x, 21.5, 1.9, '#0d454d')).join('') +
    stroke('M77 14Q71 24 77 35', '#155f66', 1.8, 'opacity=".75"') +
    shape('M70 27Q60 30 58 38Q67 36 73 31Z', '#b5e2d5') +
    stroke('M97 25L88 29', '#12575d', 1.6) +
    eye(86, 20.5, 5),
})

const MACKEREL = 'M116 25C104 11 80 6 56 10C38 13 24 20 14 25C24 30 38 38 56 41C80 44 104 39 116 25Z'
const mackerel: FishArt = fish({
  size: [120, 50],
  length: 70,
  mouth: [114, 26],
  defs: down('b', '#0f5f7d', '#39b3b0', '#e8fbf0', '#ffffff') + mask('m', MACKEREL),
  body:
    shape('M20 25L0 5C9 18 9 32 0 45Z', '#0f4f6b') +
    shape('M66 9L74 0L84 9Z', '#136079') +
    shape('M34 13L38 8L42 12ZM26 17L29 12L33 15ZM32 37L36 43L40 39Z', '#136079') +
    shape(MACKEREL, 'url(#b)', 'stroke="#0a3f57" stroke-width="1.500"') +
    inside(
      'm',
      [34, 44, 54, 64, 74, 84, 94]
        .map((x) => stroke(`M${x} 4Q${x + 7} 11 ${x} 17T${x + 2} 25`, '#083a50', 3.2, 'opacity=".8"'))
        .join(''),
    ) +
    stroke('M92 13Q86 25 92 37', '#0f4f6b', 1.9, 'opacity=".8"') +
    shape('M84 27Q74 31 72 39Q82 37 88 31Z', '#7fd0c4') +
    stroke('M115 26L105 30', '#0a3f57', 1.8) +
    eye(101, 21, 5.2, '#a8641b'),
})

const BREAM = 'M104 40C96 18 72 8 48 12C32 15 24 28 16 38C24 50 32 62 48 66C72 70 96 60 104 40Z'
const seaBream: FishArt = fish({
  size: [108, 76],
  length: 74,
  mouth: [102, 42],
  defs: down('b', '#f0566f', '#ffa7a5', '#fff1e8') + mask('m', BREAM),
  body:
    shape('M20 38L0 16C8 32 8 46 0 62Z', '#e0445f') +
    shape('M30 20L34 6L42 12L48 1L56 9L64 2L70 10L80 8L84 16Z', '#ef6a7e') +
    shape('M44 66L40 75L54 73L62 67Z', '#ff9d9d') +
    shape(BREAM, 'url(#b)', 'stroke="#a92c48" stroke-width="1.600"') +
    inside('m', scales(28, 16, 7, 8, 8, '#ffffff', 0.45)) +
    [
      [36, 25],
      [50, 21],
      [62, 26],
      [44, 34],
      [58, 36],
    ]
      .map(([x, y]) => disc(x ?? 0, y ?? 0, 2.2, '#55c7f2', 'opacity=".9"'))
      .join('') +
    stroke('M82 20Q72 40 82 60', '#b83652', 2, 'opacity=".7"') +
    shape('M72 44Q60 46 54 58Q68 58 76 49Z', '#ff8790') +
    stroke('M103 42Q98 46 93 46', '#93233d', 2) +
    eye(90, 33, 6.4, '#2b4a9a'),
})

const CARP = 'M122 46C112 24 86 14 60 20C42 24 32 36 24 46C32 56 42 68 60 72C86 77 112 68 122 46Z'
const goldenCarp: FishArt = fish({
  size: [130, 92],
  length: 92,
  mouth: [121, 49],
  glow: '#ffd76a',
  defs: down('b', '#ff8a1f', '#ffc83d', '#fff3c0') + down('f', '#ff6a13', '#ffd35c') + mask('m', CARP),
  body:
    shape('M30 46C18 30 8 20 0 14C4 28 10 36 9 46C10 58 4 66 0 80C10 74 20 62 30 46Z', 'url(#f)') +
    shape('M44 26C46 10 62 0 86 6C94 10 98 18 102 24Z', 'url(#f)') +
    shape('M56 72C50 80 42 88 32 90C46 92 64 86 74 74Z', 'url(#f)') +
    shape(CARP, 'url(#b)', 'stroke="#b7540b" stroke-width="1.800"') +
    inside(
      'm',
      scales(38, 22, 7, 9, 9.5, '#c8640c', 0.55) +
        shape('M20 20C60 10 100 16 124 40L124 30L60 8Z', '#fff6c9', 'opacity=".35"'),
    ) +
    stroke('M98 24Q86 46 98 68', '#b7540b', 2.2, 'opacity=".75"') +
    shape('M88 52Q74 58 70 78Q86 74 94 60Z', 'url(#f)') +
    stroke('M121 50Q115 54 110 53', '#96420a', 2.2) +
    stroke('M116 54Q120 62 126 62M112 56Q113 64 119 68', '#d9781a', 2) +
    eye(108, 39, 6.6, '#7a3306'),
})

/** Drawings by the id of the paytable. */
export const sunlit: Readonly<Record<string, FishArt>> = {
  anchovy,
  sardine,
  mackerel,
  sea_bream: seaBream,
  golden_carp: goldenCarp,
}
