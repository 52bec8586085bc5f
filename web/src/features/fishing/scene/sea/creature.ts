/** One living fish: a sheet of texture that bends along its body, with a halo when it shines. */
import { Container, Sheet, Sprite } from '../draw/node.ts'
import type { Texture } from '../draw/texture.ts'
import { fishArt } from '../../art/catalogue.ts'
import type { Picture } from './pictures.ts'

/** Points of the sheet along the body, and across it. */
const columns = 9
const rows = 3

/** What all creatures of a scene share. */
export interface Breed {
  /** Texture of the halo. */
  readonly halo: Picture
  /** Bending needs sheets, which the 2D canvas has not. */
  readonly bends: boolean
}

/** A fish held at its mouth: position and rotation turn about the hook. */
export class Creature {
  readonly view = new Container()
  readonly id: string
  /** Taller than wide: hangs straight down instead of by its side. */
  readonly upright: boolean
  /** Length on the screen at scale 1. */
  readonly length: number
  private readonly body: Sheet | Sprite
  private rest: Float32Array = new Float32Array(0)
  private readonly halo: Sprite | null
  private readonly phase: number

  constructor(id: string, picture: Picture, breed: Breed, phase: number) {
    const art = fishArt(id)
    this.id = id
    this.phase = phase
    this.upright = art.height > art.width
    this.length = art.length
    const perUnit = art.length / art.width
    this.halo = art.glow === undefined ? null : haloOf(breed.halo, art.glow, art.length, perUnit * art.height)
    if (this.halo !== null) {
      this.halo.position.set(
        (art.width / 2 - art.mouth[0]) * perUnit,
        (art.height / 2 - art.mouth[1]) * perUnit,
      )
      this.view.addChild(this.halo)
    }
    this.body = breed.bends ? this.sheet(picture.texture) : new Sprite(picture.texture)
    this.body.scale.set(picture.scale)
    this.body.position.set(-art.mouth[0] * perUnit, -art.mouth[1] * perUnit)
    this.view.addChild(this.body)
  }

  /** Bends the body for the time `now` in seconds; `vigour` 0..1. */
  swim(now: number, vigour: number): void {
    if (this.halo !== null) this.halo.alpha = 0.5 + 0.16 * Math.sin(now * 2.2 + this.phase)
    if (this.rest.length === 0) {
      this.body.skew.y = 0.06 * vigour * Math.sin(now * 6 + this.phase)
      return
    }
    const data = (this.body as Sheet).points
    const width = this.rest[(columns - 1) * 2] ?? 1
    for (let index = 0; index < this.rest.length; index += 2) {
      const x = this.rest[index] ?? 0
      const y = this.rest[index + 1] ?? 0
      const tail = this.upright ? 0 : 1 - x / width
      const wave = Math.sin(now * (4 + 5 * vigour) - tail * 3.1 + this.phase)
      data[index] = x + tail * tail * wave * width * 0.035 * vigour
      data[index + 1] =
        y + tail * tail * wave * width * 0.05 * vigour + (this.upright ? wave * 1.5 * vigour : 0)
    }
  }

  /** Colour of the whole animal, multiplied. */
  set tint(colour: number) {
    this.body.tint = colour
  }

  /** Frees the animal, not its texture. */
  destroy(): void {
    this.view.destroy()
  }

  private sheet(texture: Texture): Sheet {
    const sheet = new Sheet(texture, columns, rows)
    this.rest = Float32Array.from(sheet.points)
    return sheet
  }
}

function haloOf(picture: Picture, colour: string, width: number, height: number): Sprite {
  const halo = new Sprite(picture.texture)
  halo.anchor.set(0.5)
  halo.tint = Number.parseInt(colour.slice(1), 16)
  halo.blendMode = 'add'
  halo.alpha = 0.5
  halo.setSize(width * 1.7, height * 2)
  return halo
}
