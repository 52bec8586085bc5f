/**
 * The pen: small builders of SVG text with which every drawing of the game is made.
 *
 * One drawing serves two places. The DOM shows it as an image (chips, sheets); the canvas rasterises the same
 * text once per size into a texture. Nothing is fetched, so the picture works under `img-src data:` alone.
 * Knows nothing of the game's rules and nothing of the scene.
 */

/** A creature as drawn: always looking to the right. Lengths are units of its own view box. */
export interface FishArt {
  /** View box width. */
  readonly width: number
  /** View box height. */
  readonly height: number
  /**
   * Length on the screen in CSS pixels when it hangs on the line (ASSUMED: rarer is larger, no more than a third of a
   * phone).
   */
  readonly length: number
  /** Where the hook holds it, in view box units. */
  readonly mouth: readonly [number, number]
  /** Colour of the halo it carries in dark water; absent for those that do not shine. */
  readonly glow?: string
  /** The whole SVG document. */
  readonly svg: string
}

/** Everything needed to make a `FishArt`; the two parts of the picture are SVG text. */
export interface Sketch {
  readonly size: readonly [number, number]
  readonly length: number
  readonly mouth: readonly [number, number]
  readonly glow?: string
  /** Gradients and clips. */
  readonly defs: string
  /** Shapes, back to front. */
  readonly body: string
}

/** A finished SVG document of the given view box. */
export function drawing(width: number, height: number, defs: string, body: string): string {
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><defs>${defs}</defs>${body}</svg>`
}

/** Turns a sketch into the picture that the screen and the scene use. */
export function fish(sketch: Sketch): FishArt {
  const [width, height] = sketch.size
  const base = {
    width,
    height,
    length: sketch.length,
    mouth: sketch.mouth,
    svg: drawing(width, height, sketch.defs, sketch.body),
  }
  return sketch.glow === undefined ? base : { ...base, glow: sketch.glow }
}

/** The same document as an address for an `<img>`. */
export function imageAddress(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** A gradient from top to bottom; colours are spread evenly. */
export function down(id: string, ...colours: string[]): string {
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops(colours)}</linearGradient>`
}

/** A gradient from left to right; colours are spread evenly. */
export function across(id: string, ...colours: string[]): string {
  return `<linearGradient id="${id}" x1="0" y1="0" x2="1" y2="0">${stops(colours)}</linearGradient>`
}

/** A gradient from the middle outwards; colours are spread evenly. */
export function round(id: string, ...colours: string[]): string {
  return `<radialGradient id="${id}">${stops(colours)}</radialGradient>`
}

function stops(colours: readonly string[]): string {
  const last = Math.max(1, colours.length - 1)
  return colours.map((colour, index) => `<stop offset="${index / last}" stop-color="${colour}"/>`).join('')
}

/** A filled shape; `more` is further attribute text. */
export function shape(d: string, fill: string, more = ''): string {
  return `<path d="${d}" fill="${fill}" ${more}/>`
}

/** A line without filling, with round ends. */
export function stroke(d: string, colour: string, width: number, more = ''): string {
  const ends = 'stroke-linecap="round" stroke-linejoin="round"'
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" ${ends} ${more}/>`
}

/** A disc. */
export function disc(x: number, y: number, r: number, fill: string, more = ''): string {
  return `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" ${more}/>`
}

/** A living eye: white, iris, pupil and the spark that makes it look at you. */
export function eye(x: number, y: number, r: number, iris = '#1b2a3a', white = '#fdfdf6'): string {
  return (
    disc(x, y, r, white) +
    disc(x + r * 0.18, y, r * 0.68, iris) +
    disc(x + r * 0.24, y, r * 0.4, '#05090f') +
    disc(x + r * 0.42, y - r * 0.32, r * 0.24, '#ffffff')
  )
}

/** A point of living light: halo and core. `halo` names a gradient made with `round`. */
export function lamp(x: number, y: number, r: number, halo: string, core = '#f4fffb'): string {
  return disc(x, y, r * 2.6, `url(#${halo})`) + disc(x, y, r * 0.72, core)
}

/** Shapes kept inside another shape: stripes, scales, spots. `clip` names an outline made with `mask`. */
export function inside(clip: string, content: string): string {
  return `<g clip-path="url(#${clip})">${content}</g>`
}

/** Declares an outline for `inside`. */
export function mask(id: string, d: string): string {
  return `<clipPath id="${id}"><path d="${d}"/></clipPath>`
}

/** Rows of overlapping scales over a rectangle. */
export function scales(
  x: number,
  y: number,
  columns: number,
  rows: number,
  step: number,
  colour: string,
  opacity = 0.35,
): string {
  let d = ''
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const left = x + column * step + (row % 2) * (step / 2)
      d += `M${left} ${y + row * step * 0.62}q${-step * 0.55} ${step * 0.4} 0 ${step * 0.8}`
    }
  }
  return stroke(d, colour, step * 0.12, `opacity="${opacity}"`)
}
