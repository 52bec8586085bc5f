/**
 * The sea on a 2D canvas, for devices without WebGL or without a GPU that draws it. Sheets do not bend here.
 *
 * Scaling and turning is what costs here, copying does not: what is still is kept as a finished picture, and what
 * hardly turns keeps a copy in the pixels of the screen.
 */
import { Copies } from './copies.ts'
import { walk, type Container, type Sprite } from './node.ts'
import type { Renderer } from './renderer.ts'
import { Stills } from './stills.ts'
import type { Texture } from './texture.ts'

/** Throws when the device has no 2D canvas. */
export function openCanvas(background: number): Renderer {
  const front = new Sheet2d()
  const kept: Kept[] = []
  const view = { width: 1, height: 1, sharpness: 1 }
  const colour = `#${background.toString(16).padStart(6, '0')}`
  return {
    name: 'canvas',
    canvas: front.canvas,
    resize: (width, height, sharpness) => {
      Object.assign(view, { width, height, sharpness })
      front.resize(width, height, sharpness)
      kept.length = 0
    },
    prepare: front.prepare,
    render: (still: readonly Container[], root: Container) => {
      let under: Sheet2d | null = null
      let isNew = false
      for (const [index, group] of still.entries()) {
        const { sheet, seen } = (kept[index] ??= keep(view))
        // Asked in every frame: it notes what it sees.
        isNew = seen.changed(group) || isNew
        if (isNew) {
          sheet.begin(colour, under)
          walk(group, sheet.draw)
        }
        under = sheet
      }
      front.begin(colour, under)
      walk(root, front.draw)
    },
    destroy: () => front.canvas.remove(),
  }
}

/** The finished picture of a group and what is behind it. */
interface Kept {
  readonly sheet: Sheet2d
  readonly seen: Stills
}

function keep({ width, height, sharpness }: { width: number; height: number; sharpness: number }): Kept {
  const sheet = new Sheet2d()
  sheet.resize(width, height, sharpness)
  return { sheet, seen: new Stills() }
}

/** A canvas without transparency that sprites are drawn into. */
class Sheet2d {
  readonly canvas = document.createElement('canvas')
  private readonly pen: CanvasRenderingContext2D
  private readonly copies = new Copies()
  private ratio = 1

  constructor() {
    const pen = this.canvas.getContext('2d', { alpha: false })
    if (pen === null) throw new Error('this device cannot paint')
    this.pen = pen
  }

  resize(width: number, height: number, sharpness: number): void {
    this.ratio = sharpness
    this.canvas.width = Math.round(width * sharpness)
    this.canvas.height = Math.round(height * sharpness)
    this.copies.forView(this.canvas.width * this.canvas.height)
  }

  /** A new picture, in front of another or of a colour. */
  begin(colour: string, under: Sheet2d | null): void {
    const { pen, canvas } = this
    pen.setTransform(1, 0, 0, 1, 0, 0)
    pen.globalAlpha = 1
    pen.globalCompositeOperation = 'source-over'
    pen.fillStyle = colour
    if (under === null) pen.fillRect(0, 0, canvas.width, canvas.height)
    else pen.drawImage(under.canvas, 0, 0)
  }

  /** What was painted into a canvas is made into pixels when it is first drawn: here, and not in a frame. */
  readonly prepare = ({ source }: Texture): void => {
    this.pen.drawImage(source, 0, 0, 1, 1)
  }

  readonly draw = (sprite: Sprite): void => {
    const { pen, ratio } = this
    const { place, anchor, texture } = sprite
    pen.globalAlpha = Math.min(1, sprite.strength)
    pen.globalCompositeOperation = sprite.blendMode === 'add' ? 'lighter' : 'source-over'
    const copy = this.copies.lying(sprite, ratio)
    if (copy !== null) {
      if (copy.faded) pen.globalAlpha = 1
      pen.setTransform(1, 0, 0, 1, 0, 0)
      const left = Math.round(place.tx * ratio) + copy.left
      pen.drawImage(copy.canvas, left, Math.round(place.ty * ratio) + copy.top)
      return
    }
    pen.setTransform(
      place.a * ratio,
      place.b * ratio,
      place.c * ratio,
      place.d * ratio,
      place.tx * ratio,
      place.ty * ratio,
    )
    pen.drawImage(this.copies.tinted(sprite), -anchor.x * texture.width, -anchor.y * texture.height)
  }
}
