/**
 * What stands above the water: the sky by day and by night with its islands, and one row of waves. The splash of the
 * page shows the same drawings before any code has run.
 */
import { disc, drawing, shape, stroke } from './ink.ts'
import type { PropArt } from './props.ts'

export const skyWidth = 480
/** The water stands at the lower edge. */
export const skyHeight = 460
/** A row of waves repeats after so many units. */
export const wavePeriod = 120
export const waveWidth = 720
export const waveHeight = 36

/** Where the air begins to have a colour of its own. */
const airTop = 60

type Air = {
  name: string
  colours: readonly string[]
  glow: string
  light: string
  lightRadius: number
  lightY: number
  spots: string
  clouds: readonly (readonly [number, number, number])[]
  cloud: string
  islands: readonly [string, string]
  haze: string
}

/** Sun or moon stand here, right of the boat. */
const lightX = 352

function air(of: Air): PropArt {
  const { name, lightY, lightRadius } = of
  const last = of.colours.length - 1
  const down = of.colours.map((colour, index) => `<stop offset="${index / last}" stop-color="${colour}"/>`)
  const area = `gradientUnits="userSpaceOnUse" x1="0" x2="0"`
  const defs =
    `<linearGradient id="${name}-air" ${area} y1="${airTop}" y2="${skyHeight}">${down.join('')}</linearGradient>` +
    `<radialGradient id="${name}-glow"><stop offset="0" stop-color="${of.glow}"/>` +
    `<stop offset="1" stop-color="${of.glow}" stop-opacity="0"/></radialGradient>` +
    `<linearGradient id="${name}-haze" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${of.haze}"` +
    ` stop-opacity="0"/><stop offset="1" stop-color="${of.haze}" stop-opacity=".5"/></linearGradient>`
  const body =
    `<rect width="${skyWidth}" height="${skyHeight}" fill="url(#${name}-air)"/>` +
    of.spots +
    `<circle cx="${lightX}" cy="${lightY}" r="116" fill="url(#${name}-glow)"/>` +
    disc(lightX, lightY, lightRadius, of.light) +
    of.clouds.map(([x, y, size]) => cloud(x, y, size, of.cloud)).join('') +
    shape('M-10 460L40 434 84 416 120 438 170 452 220 460Z', of.islands[0]) +
    shape('M330 460L372 442 404 420 430 432 470 410 500 460Z', of.islands[1]) +
    `<rect y="${skyHeight - 60}" width="${skyWidth}" height="60" fill="url(#${name}-haze)"/>`
  return {
    width: skyWidth,
    height: skyHeight,
    length: skyWidth,
    svg: drawing(skyWidth, skyHeight, defs, body),
  }
}

function cloud(x: number, y: number, size: number, colour: string): string {
  const puffs = [
    [0, 0, 15],
    [17, -8, 18],
    [37, -4, 15],
    [52, 2, 11],
    [20, 5, 15],
  ] as const
  // One path, so that overlapping puffs do not show through each other.
  const outline = puffs.map(([dx, dy, radius]) => {
    const [left, middle, r] = [x + (dx - radius) * size, y + dy * size, radius * size]
    return `M${left} ${middle}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`
  })
  return shape(outline.join(''), colour)
}

function stars(): string {
  return Array.from({ length: 70 }, (_, star) => {
    const bright = (0.25 + ((star * 37) % 60) / 90).toFixed(2)
    const [x, y] = [(star * star * 61 + star * 97) % skyWidth, 40 + ((star * star * 29 + star * 113) % 330)]
    return `<circle cx="${x}" cy="${y}" r="${star % 7 === 0 ? 1.3 : 0.7}" fill="#e2f0ff" opacity="${bright}"/>`
  }).join('')
}

/** Morning. */
export const day: PropArt = air({
  name: 'day',
  colours: ['#7cc9ee', '#a9def3', '#d9f1f4', '#fff0d0'],
  glow: 'rgba(255,244,200,.9)',
  light: '#fff8dd',
  lightRadius: 25,
  lightY: 330,
  spots: '',
  clouds: [
    [70, 270, 1],
    [240, 238, 0.8],
    [420, 250, 0.7],
    [150, 330, 0.6],
  ],
  cloud: 'rgba(255,255,255,.85)',
  islands: ['#8fc0d0', '#6fa7bd'],
  haze: '#fff6dc',
})

/** The same place by moonlight. */
export const night: PropArt = air({
  name: 'night',
  colours: ['#050d22', '#0a1c40', '#173661', '#2d5c86'],
  glow: 'rgba(190,220,255,.45)',
  light: '#eef5ff',
  lightRadius: 23,
  lightY: 318,
  spots: stars(),
  clouds: [
    [70, 280, 1],
    [230, 250, 0.8],
    [150, 340, 0.6],
  ],
  cloud: 'rgba(120,152,196,.28)',
  islands: ['#1c4066', '#14304f'],
  haze: '#96c8eb',
})

function waves(name: string, fill: string, crest: string): PropArt {
  const height = (x: number) =>
    9 + 5 * Math.sin((x / wavePeriod) * Math.PI * 2) + 1.6 * Math.sin((x / wavePeriod) * Math.PI * 6)
  const points = Array.from(
    { length: waveWidth / 6 + 1 },
    (_, index) => `${index * 6} ${height(index * 6).toFixed(1)}`,
  )
  const line = `M${points.join('L')}`
  const defs =
    `<linearGradient id="${name}" gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="4" y2="${waveHeight}">` +
    `<stop offset="0" stop-color="${fill}"/><stop offset="1" stop-color="#4abee2" stop-opacity="0"/></linearGradient>`
  const body = shape(`${line}V${waveHeight}H0Z`, `url(#${name})`) + stroke(line, crest, 1.8)
  return {
    width: waveWidth,
    height: waveHeight,
    length: waveWidth,
    svg: drawing(waveWidth, waveHeight, defs, body),
  }
}

/** Behind the boat. */
export const backWave = waves('back-wave', 'rgba(74,190,226,.85)', 'rgba(255,255,255,.35)')
/** In front of it. */
export const frontWave = waves('front-wave', 'rgba(96,208,240,.55)', 'rgba(255,255,255,.9)')
