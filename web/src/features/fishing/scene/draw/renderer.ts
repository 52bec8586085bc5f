/** What draws a tree of nodes into a canvas. */
import { openCanvas } from './canvas.ts'
import type { Container } from './node.ts'
import type { Texture } from './texture.ts'
import { openWebGl } from './webgl.ts'

/** A canvas and the way to fill it. */
export interface Renderer {
  readonly name: 'webgl' | 'canvas'
  readonly canvas: HTMLCanvasElement
  /** The view in CSS pixels, drawn with so many pixels for each. */
  resize(width: number, height: number, sharpness: number): void
  /** Makes of a texture what frames need; the first frame that shows one does it otherwise. */
  prepare(texture: Texture): void
  /** Draws a frame. */
  render(root: Container): void
  destroy(): void
}

/** WebGL where it works, else a 2D canvas. Throws when neither can be had. `background` is 0xRRGGBB. */
export function openRenderer(background: number, canvasOnly: boolean): Renderer {
  const drawn = canvasOnly ? null : openWebGl(background)
  return drawn ?? openCanvas(background)
}
