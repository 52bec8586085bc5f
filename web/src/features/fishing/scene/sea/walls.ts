/**
 * The two walls of the sea with their plants, and the bottom with its wreck and gold. Only what is in view is drawn.
 */
import { Container, Sprite } from '../draw/node.ts'
import { bandOf, bottomLevel, depthOf, dice, floorDepth, mix } from '../measure.ts'
import type { Picture, Pictures } from './pictures.ts'

/** The wall repeats after this height; its edge is made of sines that fit into it. */
const period = 624
/** Its rock and the line along its edge are nowhere wider. */
const reach = 52
const firstWallLevel = 3

interface Plant {
  readonly sprite: Sprite
  readonly side: -1 | 1
  readonly inset: number
  readonly phase: number
  readonly lean: number
}

/** Drawings the walls need. */
export interface WallParts {
  readonly flora: readonly Picture[]
  readonly wreck: Picture
  readonly hoard: Picture
}

/** How far the wall reaches in from the edge of the screen at a depth. */
function edgeAt(y: number, side: -1 | 1): number {
  const turn = ((y % period) / period) * Math.PI * 2 + (side === 1 ? 2.1 : 0)
  return (
    26 + 10 * Math.sin(turn) + 7 * Math.sin(turn * 3 + 1) + 4 * Math.sin(turn * 7) + 2 * Math.sin(turn * 17)
  )
}

/** Everything solid. */
export class Walls {
  readonly far = new Container()
  readonly near = new Container()
  private readonly stones: { sprite: Sprite; side: -1 | 1; far: boolean }[] = []
  private readonly plants: Plant[] = []
  private readonly floor = new Container()
  private readonly sand: Sprite

  constructor(pictures: Pictures, parts: WallParts) {
    for (const side of [-1, 1] as const)
      this.build(paintWall(pictures, side, false), paintWall(pictures, side, true), side)
    this.sow(parts.flora)
    this.sand = new Sprite(paintSand(pictures).texture)
    this.sand.position.y = -34
    const wreck = standing(parts.wreck, -74, 26)
    const hoard = standing(parts.hoard, 92, 8)
    this.floor.addChild(wreck, this.sand, hoard)
    this.floor.position.y = floorDepth
    this.near.addChild(this.floor)
  }

  resize(width: number): void {
    for (const { sprite, side, far } of this.stones) sprite.x = side * (width / 2 + (far ? -14 : 12))
    for (const plant of this.plants) plant.sprite.x = plant.side * (width / 2 + 10 - plant.inset)
    this.sand.setSize(width + 40, 210)
    this.sand.x = -width / 2 - 20
  }

  /** One frame: `top`..`bottom` is the part of the world in view. */
  tick(now: number, top: number, bottom: number): void {
    // The far wall moves slower than the near one: that is what makes the depth.
    this.far.y = top * 0.22
    for (const { sprite, far } of this.stones) {
      const shift = far ? this.far.y : 0
      sprite.visible = sprite.y + shift + period > top && sprite.y + shift < bottom
    }
    for (const plant of this.plants) {
      const { sprite } = plant
      sprite.visible = sprite.y > top - 120 && sprite.y < bottom + 120
      if (sprite.visible)
        sprite.rotation = plant.side * (plant.lean + 0.05 * Math.sin(now * 0.8 + plant.phase))
    }
    this.floor.visible = bottom > floorDepth - 220
  }

  /** `first` is the topmost piece, which comes out of the open water. */
  private build(stone: Picture, first: Picture, side: -1 | 1): void {
    for (const far of [true, false]) {
      const bottom = far ? floorDepth * 0.8 + period : floorDepth
      for (let y = period; y < bottom + 130; y += period) {
        const sprite = new Sprite((y === period ? first : stone).texture)
        sprite.anchor.set(side === -1 ? 0 : 1, 0)
        sprite.setSize(far ? reach * 1.35 : reach, period)
        sprite.y = y
        sprite.alpha = far ? 0.42 : 1
        this.stones.push({ sprite, side, far })
        ;(far ? this.far : this.near).addChild(sprite)
      }
    }
  }

  private sow(flora: readonly Picture[]): void {
    const random = dice(11)
    for (let level = firstWallLevel + 3; level <= bottomLevel; level += 0.8) {
      const picture = flora[bandOf(level)]
      if (picture === undefined) continue
      const side = random() < 0.5 ? -1 : 1
      const y = depthOf(level) + mix(-30, 30, random())
      const sprite = new Sprite(picture.texture)
      sprite.anchor.set(0, 0.55)
      const size = picture.scale * mix(0.42, 0.8, random())
      sprite.scale.set(side === -1 ? size : -size, size)
      sprite.y = y
      sprite.tint = bandOf(level) >= 3 ? 0xffffff : 0xd6ecff
      sprite.alpha = 0.92
      this.plants.push({
        sprite,
        side,
        inset: 6 - edgeAt(y, side),
        phase: random() * 6,
        lean: mix(-0.25, 0.25, random()),
      })
      this.near.addChild(sprite)
    }
    for (const plant of this.plants) Object.assign(plant, { inset: edgeAt(plant.sprite.y, plant.side) - 2 })
  }
}

function standing(picture: Picture, x: number, sink: number): Sprite {
  const sprite = new Sprite(picture.texture)
  sprite.anchor.set(0.5, 1)
  sprite.scale.set(picture.scale)
  sprite.position.set(x, sink)
  return sprite
}

function paintWall(pictures: Pictures, side: -1 | 1, rising: boolean): Picture {
  return pictures.paint(reach, period, (pen) => {
    const x = (inset: number) => (side === -1 ? inset : reach - inset)
    const outline = (shrink: number) => {
      pen.beginPath()
      pen.moveTo(x(0), 0)
      for (let y = 0; y <= period; y += 4)
        pen.lineTo(
          x(
            Math.max(
              0,
              edgeAt(y, side) - shrink + 1.5 * Math.sin(y * 0.9) * Math.sin((y / period) * Math.PI),
            ),
          ),
          y,
        )
      pen.lineTo(x(0), period)
      pen.closePath()
    }
    // Darkness without a colour of its own: the water behind it gives the rock its blue at every depth, without a
    // seam.
    pen.fillStyle = 'rgba(3,16,36,.46)'
    outline(0)
    pen.fill()
    pen.fillStyle = 'rgba(2,10,26,.4)'
    outline(9)
    pen.fill()
    outline(19)
    pen.fill()
    pen.strokeStyle = 'rgba(190,230,255,.16)'
    pen.lineWidth = 1.5
    pen.beginPath()
    for (let y = -4; y <= period + 4; y += 4) pen.lineTo(x(edgeAt(y, side)), y)
    pen.stroke()
    if (!rising) return
    const fade = pen.createLinearGradient(0, 0, 0, period * 0.7)
    fade.addColorStop(0, 'rgba(0,0,0,0)')
    fade.addColorStop(1, 'rgba(0,0,0,1)')
    pen.globalCompositeOperation = 'destination-in'
    pen.fillStyle = fade
    pen.fillRect(0, 0, reach, period)
  })
}

function paintSand(pictures: Pictures): Picture {
  return pictures.paint(
    480,
    210,
    (pen) => {
      const ridge = (lift: number, colour: string) => {
        pen.fillStyle = colour
        pen.beginPath()
        pen.moveTo(0, 210)
        for (let x = 0; x <= 480; x += 6)
          pen.lineTo(x, 40 - lift + 9 * Math.sin(x / 62 + lift) + 4 * Math.sin(x / 23 + lift * 2))
        pen.lineTo(480, 210)
        pen.fill()
      }
      ridge(12, '#1b2b4d')
      ridge(-4, '#16233f')
      ridge(-26, '#0e1830')
      pen.fillStyle = 'rgba(150,180,220,.25)'
      for (let grain = 0; grain < 90; grain += 1)
        pen.fillRect((grain * 83) % 480, 44 + ((grain * 37) % 120), 2, 1)
    },
    0.7,
  )
}
