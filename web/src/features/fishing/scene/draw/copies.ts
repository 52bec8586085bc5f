/**
 * Copies of textures that a 2D canvas draws quickly: tinted ones, and ones that lie as they are seen, in the pixels of
 * the screen. Without a GPU a pixel that is only copied takes 0.5 ns, one that is scaled 5, one that is turned 26.
 */
import type { Sprite } from './node.ts'
import type { Texture } from './texture.ts'

/** Tinted copies that are kept of a texture: each passer-by has a colour of its own, and there are nine. */
const tintsMax = 12
/** A copy serves until an edge of the sprite has gone this many pixels: fish bend and plants swing in such steps. */
const bendMax = 1.5
/** What covers fewer pixels is drawn as quickly. */
const pixelsMin = 1000
/** Room for a copy to be painted again when its sprite has turned, in pixels. */
const slack = 8
/** Part of the view that is large, and the most that has a copy. */
const [large, largest] = [1 / 6, 1.5]

/** A sprite's picture, and how far from the sprite's place it lies. */
export interface Copy {
  readonly canvas: HTMLCanvasElement
  readonly left: number
  readonly top: number
  /** It has the sprite's strength already. */
  readonly faded: boolean
}

/** How a sprite lies: where its edges, across and down, lead on the screen, in pixels. */
type Edges = [acrossX: number, acrossY: number, downX: number, downY: number]

/** What is kept of a sprite. */
interface Kept {
  /** What was painted, to find out that it is another one. */
  readonly from: HTMLCanvasElement
  /** Of the frame before. */
  readonly edges: Edges
  strength: number
  copy: Copy | null
  /** Of the copy. */
  readonly painted: Edges
  faded: Copy | null
}

/** The copies of one canvas. */
export class Copies {
  private tints = new WeakMap<Texture, Map<number, HTMLCanvasElement>>()
  private kept = new WeakMap<Sprite, Kept>()
  private view = 1
  /** Of the sprite in question. */
  private readonly edges: Edges = [0, 0, 0, 0]

  /** Pixels of the whole view. */
  forView(pixels: number): void {
    this.view = pixels
    this.kept = new WeakMap()
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

  /**
   * The sprite as it lies in a view of so many pixels for each of its own, or null. Painted when it lies nearly as in
   * the frame before: what grows or turns quickly would be painted for one frame only.
   */
  lying(sprite: Sprite, ratio: number): Copy | null {
    const { edges } = this
    const turned = edgesOf(sprite, ratio, edges)
    const from = this.tinted(sprite)
    if (!this.isWorth(sprite, from, turned)) return null
    const kept = this.keptOf(sprite, from)
    if (kept.copy === null || !isNear(kept.painted, edges)) {
      const isSteady = isNear(kept.edges, edges)
      copyEdges(edges, kept.edges)
      if (!isSteady) return null
      kept.copy = painted(sprite, kept, turned)
      kept.faded = null
    }
    copyEdges(edges, kept.edges)
    return areaOf(edges) < large * this.view ? kept.copy : fadedOf(kept, kept.copy, sprite.strength)
  }

  /** A copy moves by whole pixels; the waves, which are neither large nor turned nor soft, glide too slowly for it. */
  private isWorth({ blendMode }: Sprite, from: HTMLCanvasElement, turned: boolean): boolean {
    const pixels = areaOf(this.edges)
    if (turned) return pixels >= pixelsMin && pixels <= large * this.view
    if (isAsPainted(from, this.edges) || pixels >= large * this.view) return pixels <= largest * this.view
    return blendMode === 'add' && pixels >= pixelsMin
  }

  private keptOf(sprite: Sprite, from: HTMLCanvasElement): Kept {
    const known = this.kept.get(sprite)
    if (known?.from === from) return known
    const made: Kept = {
      from,
      edges: [0, 0, 0, 0],
      strength: 0,
      copy: null,
      painted: [0, 0, 0, 0],
      faded: null,
    }
    this.kept.set(sprite, made)
    return made
  }
}

/** Finds how a sprite lies, and whether it is turned; one that is not lies in whole pixels. */
function edgesOf({ place, texture }: Sprite, ratio: number, edges: Edges): boolean {
  const turned = place.b !== 0 || place.c !== 0
  const [width, height] = [texture.width * ratio, texture.height * ratio]
  edges[0] = turned ? place.a * width : Math.round(place.a * width)
  edges[1] = place.b * width
  edges[2] = place.c * height
  edges[3] = turned ? place.d * height : Math.round(place.d * height)
  return turned
}

function copyEdges(from: Readonly<Edges>, to: Edges): void {
  for (let index = 0; index < 4; index += 1) to[index] = from[index] ?? 0
}

/** Pixels of the rectangle around it. */
function areaOf([acrossX, acrossY, downX, downY]: Readonly<Edges>): number {
  return (Math.abs(acrossX) + Math.abs(downX)) * (Math.abs(acrossY) + Math.abs(downY))
}

/** It lies in the view as it is, pixel by pixel; whoever asks knows that it is not turned. */
function isAsPainted({ width, height }: HTMLCanvasElement, edges: Readonly<Edges>): boolean {
  return edges[0] === width && edges[3] === height
}

function isNear(one: Readonly<Edges>, other: Readonly<Edges>): boolean {
  for (let index = 0; index < 4; index += 1)
    if (Math.abs((one[index] ?? 0) - (other[index] ?? 0)) >= bendMax) return false
  return true
}

/** The sprite as it lies now; into the canvas of the copy before, where that is its own and large enough. */
function painted({ anchor }: Sprite, { from, edges, copy, painted: edgesThen }: Kept, turned: boolean): Copy {
  copyEdges(edges, edgesThen)
  const [acrossX, acrossY, downX, downY] = edges
  // Where the first corner is, seen from the anchor; then the rectangle around all four.
  const x = -anchor.x * acrossX - anchor.y * downX
  const y = -anchor.x * acrossY - anchor.y * downY
  const left = Math.floor(x + Math.min(0, acrossX) + Math.min(0, downX))
  const top = Math.floor(y + Math.min(0, acrossY) + Math.min(0, downY))
  if (!turned && isAsPainted(from, edges)) return { canvas: from, left, top, faded: false }
  const width = Math.ceil(Math.abs(acrossX) + Math.abs(downX)) + 1
  const height = Math.ceil(Math.abs(acrossY) + Math.abs(downY)) + 1
  const own = copy !== null && copy.canvas !== from ? copy.canvas : null
  const [canvas, pen] = turned ? cleared(own, width, height) : blank(width, height)
  pen?.setTransform(
    acrossX / from.width,
    acrossY / from.width,
    downX / from.height,
    downY / from.height,
    x - left,
    y - top,
  )
  pen?.drawImage(from, 0, 0)
  return { canvas, left, top, faded: false }
}

/** A copy with its strength in it, once that stays: without one to reckon with a large one takes a quarter. */
function fadedOf(kept: Kept, copy: Copy, strength: number): Copy {
  if (strength === 1) return copy
  if (kept.strength !== strength) {
    kept.strength = strength
    kept.faded = null
    return copy
  }
  if (kept.faded !== null) return kept.faded
  const [canvas, pen] = blank(copy.canvas.width, copy.canvas.height)
  if (pen !== null) pen.globalAlpha = strength
  pen?.drawImage(copy.canvas, 0, 0)
  return (kept.faded = { ...copy, canvas, faded: true })
}

/** A canvas of at least this size with nothing in it. */
function cleared(
  worn: HTMLCanvasElement | null,
  width: number,
  height: number,
): [HTMLCanvasElement, CanvasRenderingContext2D | null] {
  if (worn === null || worn.width < width || worn.height < height) return blank(width + slack, height + slack)
  const pen = worn.getContext('2d')
  pen?.resetTransform()
  pen?.clearRect(0, 0, worn.width, worn.height)
  return [worn, pen]
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
