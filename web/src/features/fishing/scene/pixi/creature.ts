/** One living fish: a sheet of texture that bends along its body, with a halo when it shines. */
import { Container, MeshPlane, Sprite, type Texture } from 'pixi.js'
import { fishArt } from '../../art/catalogue.ts'
import type { Picture } from './pictures.ts'

const columns = 9

/** What all creatures of a scene share. */
export interface Breed {
  /** Texture of the halo. */
  readonly halo: Picture
  /** Bending needs meshes, which the Canvas renderer has not. */
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
  private readonly body: MeshPlane | Sprite
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
    this.body = breed.bends ? this.mesh(picture.texture) : new Sprite(picture.texture)
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
    const buffer = (this.body as MeshPlane).geometry.getBuffer('aPosition')
    const data = buffer.data as Float32Array
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
    buffer.update()
  }

  /** Colour of the whole animal, multiplied. */
  set tint(colour: number) {
    this.body.tint = colour
  }

  /** Frees the animal, not its texture. */
  destroy(): void {
    this.view.destroy({ children: true })
  }

  private mesh(texture: Texture): MeshPlane {
    const plane = new MeshPlane({ texture, verticesX: columns, verticesY: 3 })
    this.rest = Float32Array.from(plane.geometry.getBuffer('aPosition').data as Float32Array)
    return plane
  }
}

function haloOf(picture: Picture, colour: string, width: number, height: number): Sprite {
  const halo = new Sprite(picture.texture)
  halo.anchor.set(0.5)
  halo.tint = colour
  halo.blendMode = 'add'
  halo.alpha = 0.5
  halo.setSize(width * 1.7, height * 2)
  return halo
}
