/** The sea on a 2D canvas, for devices without WebGL. Sheets do not bend here. */
import { walk, type Container, type Sprite } from './node.ts'
import type { Renderer } from './renderer.ts'
import type { Texture } from './texture.ts'

/** Tinted copies that are kept of a texture; a creature has two colours, a wave two. */
const tintsMax = 8

/** Throws when the device has no 2D canvas. */
export function openCanvas(background: number): Renderer {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d', { alpha: false })
  if (pen === null) throw new Error('this device cannot paint')
  const colour = `#${background.toString(16).padStart(6, '0')}`
  const tinted = new WeakMap<Texture, Map<number, HTMLCanvasElement>>()
  let ratio = 1
  const draw = (sprite: Sprite) => {
    const { place, anchor, texture } = sprite
    pen.globalAlpha = Math.min(1, sprite.strength)
    pen.globalCompositeOperation = sprite.blendMode === 'add' ? 'lighter' : 'source-over'
    pen.setTransform(
      place.a * ratio,
      place.b * ratio,
      place.c * ratio,
      place.d * ratio,
      place.tx * ratio,
      place.ty * ratio,
    )
    pen.drawImage(pictureOf(sprite, tinted), -anchor.x * texture.width, -anchor.y * texture.height)
  }
  return {
    name: 'canvas',
    canvas,
    resize: (width, height, sharpness) => {
      ratio = sharpness
      canvas.width = Math.round(width * sharpness)
      canvas.height = Math.round(height * sharpness)
    },
    prepare: () => {},
    render: (root: Container) => {
      pen.setTransform(1, 0, 0, 1, 0, 0)
      pen.globalAlpha = 1
      pen.globalCompositeOperation = 'source-over'
      pen.fillStyle = colour
      pen.fillRect(0, 0, canvas.width, canvas.height)
      walk(root, draw)
    },
    destroy: () => canvas.remove(),
  }
}

function pictureOf(
  { texture, tint }: Sprite,
  tinted: WeakMap<Texture, Map<number, HTMLCanvasElement>>,
): HTMLCanvasElement {
  if (tint === 0xffffff) return texture.source
  const copies = tinted.get(texture) ?? new Map<number, HTMLCanvasElement>()
  tinted.set(texture, copies)
  const known = copies.get(tint)
  if (known !== undefined) return known
  const copy = tint2d(texture, tint)
  if (copies.size >= tintsMax) copies.clear()
  copies.set(tint, copy)
  return copy
}

/** The texture multiplied by a colour, with its own edges. */
function tint2d({ source }: Texture, tint: number): HTMLCanvasElement {
  const copy = document.createElement('canvas')
  copy.width = source.width
  copy.height = source.height
  const pen = copy.getContext('2d')
  if (pen === null) return source
  pen.fillStyle = `#${tint.toString(16).padStart(6, '0')}`
  pen.fillRect(0, 0, copy.width, copy.height)
  pen.globalCompositeOperation = 'multiply'
  pen.drawImage(source, 0, 0)
  pen.globalCompositeOperation = 'destination-in'
  pen.drawImage(source, 0, 0)
  return copy
}
