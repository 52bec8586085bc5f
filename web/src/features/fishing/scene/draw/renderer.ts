/** What draws a tree of nodes into a canvas. */
import type { SceneOptions } from '../contract.ts'
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
  /** Draws a frame: groups that seldom change, the steadiest first, and `root` in front of them. */
  render(still: readonly Container[], root: Container): void
  destroy(): void
}

/**
 * WebGL where a GPU draws it, else a 2D canvas: without a GPU it draws the same picture in a quarter of the time.
 * Throws when what is wanted cannot be had. `background` is 0xRRGGBB.
 */
export function openRenderer(background: number, wanted: SceneOptions['renderer']): Renderer {
  const drawn = wanted === 'canvas' ? null : openWebGl(background, wanted === 'fastest')
  return drawn ?? openCanvas(background)
}
