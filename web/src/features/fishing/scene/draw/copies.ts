/** Copies of textures that a 2D canvas draws quickly: tinted ones, and ones in the pixels of the screen. */
import type { Sprite } from './node.ts'
import type { Texture } from './texture.ts'

/** Tinted copies that are kept of a texture: each passer-by has a colour of its own, and there are nine. */
const tintsMax = 12
/**
 * Parts of the view that a sprite covers to be worth a copy of its own, at least and at most. A copy moves by whole
 * pixels, so the waves, which glide slowly, stay below.
 */
const fittedPart = [1 / 6, 1.5] as const

interface Fitted {
  width: number
  height: number
  /** What was painted, to find out that it is another one. */
  from: HTMLCanvasElement | null
  canvas: HTMLCanvasElement | null
}

/** The copies of one canvas. */
export class Copies {
  private tints = new WeakMap<Texture, Map<number, HTMLCanvasElement>>()
  private fits = new WeakMap<Sprite, Fitted>()
  private view = 1

  /** Pixels of the whole view. */
  forView(pixels: number): void {
    this.view = pixels
    this.fits = new WeakMap()
  }

  /** The texture in the sprite's colour. */
  tinted({ texture, tint }: Sprite): HTMLCanvasElement {
    if (tint === 0xffffff) return texture.source
    const copies = this.tints.get(texture) ?? new Map<number, HTMLCanvasElement>()
    this.tints.set(texture, copies)
    const known = copies.get(tint)
    if (known !== undefined) return known
    const copy = tint2d(texture, tint)
    if (copies.size >= tintsMax) copies.clear()
    copies.set(tint, copy)
    return copy
  }

  /** A picture of a large sprite that only has to be copied, or null. Painted when a size is seen a second time. */
  fitted(sprite: Sprite, across: number, down: number): HTMLCanvasElement | null {
    if (across <= 0 || down <= 0) return null
    const width = Math.round(across * sprite.texture.width)
    const height = Math.round(down * sprite.texture.height)
    const source = this.tinted(sprite)
    if (source.width === width && source.height === height) return source
    const part = (width * height) / this.view
    if (part < fittedPart[0] || part > fittedPart[1]) return null
    const known = this.fits.get(sprite)
    if (known === undefined || known.width !== width || known.height !== height) {
      this.fits.set(sprite, { width, height, from: null, canvas: null })
      return null
    }
    if (known.from !== source) {
      known.from = source
      known.canvas = scaled(source, width, height)
    }
    return known.canvas
  }
}

function scaled(source: HTMLCanvasElement, width: number, height: number): HTMLCanvasElement {
  const [copy, pen] = blank(width, height)
  pen?.drawImage(source, 0, 0, width, height)
  return copy
}

/** The texture multiplied by a colour, with its own edges. */
function tint2d({ source }: Texture, tint: number): HTMLCanvasElement {
  const [copy, pen] = blank(source.width, source.height)
  if (pen === null) return source
  pen.fillStyle = `#${tint.toString(16).padStart(6, '0')}`
  pen.fillRect(0, 0, copy.width, copy.height)
  pen.globalCompositeOperation = 'multiply'
  pen.drawImage(source, 0, 0)
  pen.globalCompositeOperation = 'destination-in'
  pen.drawImage(source, 0, 0)
  return copy
}

function blank(width: number, height: number): [HTMLCanvasElement, CanvasRenderingContext2D | null] {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  return [canvas, canvas.getContext('2d')]
}
