/**
 * The tree of what is drawn: containers move their children, sprites show a texture, sheets show one that bends.
 *
 * Only what the sea needs: no events, no masks, no filters, no text. Changes are plain fields, read when the next frame
 * is drawn; nothing is allocated for a frame.
 */
import { Texture } from './texture.ts'

/** Two numbers that are set together. */
export class Point {
  x: number
  y: number

  constructor(x: number, y = x) {
    this.x = x
    this.y = y
  }

  set(x: number, y = x): void {
    this.x = x
    this.y = y
  }

  copyFrom(other: { readonly x: number; readonly y: number }): void {
    this.set(other.x, other.y)
  }
}

/** Where a node is in the view: x' = a·x + c·y + tx, y' = b·x + d·y + ty. */
export interface Place {
  a: number
  b: number
  c: number
  d: number
  tx: number
  ty: number
}

/** The place of the view itself. */
export const origin: Readonly<Place> = { a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0 }

/** A group: moves, turns and fades its children. */
export class Container {
  readonly position = new Point(0)
  readonly scale = new Point(1)
  readonly skew = new Point(0)
  /** Radians, clockwise. */
  rotation = 0
  alpha = 1
  visible = true
  readonly children: Container[] = []
  /** Of the last frame in which it was drawn. */
  readonly place: Place = { ...origin }
  /** Alpha times that of everything above it, of the same frame. */
  strength = 1
  private parent: Container | null = null

  get x(): number {
    return this.position.x
  }

  set x(x: number) {
    this.position.x = x
  }

  get y(): number {
    return this.position.y
  }

  set y(y: number) {
    this.position.y = y
  }

  /** In front of those that are there; a node leaves the group that it was in. */
  addChild(...nodes: readonly Container[]): void {
    for (const node of nodes) {
      node.leave()
      node.parent = this
      this.children.push(node)
    }
  }

  /** Takes it out of its group. */
  destroy(): void {
    this.leave()
  }

  /** Finds its place below a parent's. */
  settle(parent: Readonly<Place>, strength: number): void {
    const { place, position, scale, skew, rotation } = this
    this.strength = strength * this.alpha
    const a = Math.cos(rotation + skew.y) * scale.x
    const b = Math.sin(rotation + skew.y) * scale.x
    const c = -Math.sin(rotation - skew.x) * scale.y
    const d = Math.cos(rotation - skew.x) * scale.y
    place.a = parent.a * a + parent.c * b
    place.b = parent.b * a + parent.d * b
    place.c = parent.a * c + parent.c * d
    place.d = parent.b * c + parent.d * d
    place.tx = parent.a * position.x + parent.c * position.y + parent.tx
    place.ty = parent.b * position.x + parent.d * position.y + parent.ty
  }

  private leave(): void {
    const { parent } = this
    if (parent === null) return
    parent.children.splice(parent.children.indexOf(this), 1)
    this.parent = null
  }
}

/** A texture in a rectangle. */
export class Sprite extends Container {
  texture: Texture
  /** The point of the texture that lies at its position; 0 is left or top, 1 right or bottom. */
  readonly anchor = new Point(0)
  /** 0xRRGGBB, multiplied. */
  tint = 0xffffff
  /** `add` is light on what lies behind it. */
  blendMode: 'normal' | 'add' = 'normal'

  constructor(texture: Texture) {
    super()
    this.texture = texture
  }

  get height(): number {
    return Math.abs(this.scale.y) * this.texture.height
  }

  /** Stretches it to a size. */
  setSize(width: number, height = width): void {
    this.scale.set(width / this.texture.width, height / this.texture.height)
  }
}

/** A sprite over a grid of points, which can be moved one by one. */
export class Sheet extends Sprite {
  readonly columns: number
  readonly rows: number
  /** x and y of every point in pixels of the texture, row by row. */
  readonly points: Float32Array

  constructor(texture: Texture, columns: number, rows: number) {
    super(texture)
    this.columns = columns
    this.rows = rows
    this.points = new Float32Array(columns * rows * 2)
    for (let index = 0; index < columns * rows; index += 1) {
      this.points[index * 2] = ((index % columns) / (columns - 1)) * texture.width
      this.points[index * 2 + 1] = (Math.floor(index / columns) / (rows - 1)) * texture.height
    }
  }
}

/** Every sprite that can be seen, back to front, with its place found. */
export function walk(
  node: Container,
  draw: (sprite: Sprite) => void,
  parent: Readonly<Place> = origin,
  strength = 1,
): void {
  if (!node.visible || node.alpha <= 0) return
  node.settle(parent, strength)
  if (node instanceof Sprite) draw(node)
  for (const child of node.children) walk(child, draw, node.place, node.strength)
}
