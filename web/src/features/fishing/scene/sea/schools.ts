/** Fish that are only passing by: small, pale with distance, of the band that the camera is in. */
import { Container } from '../draw/node.ts'
import { fishIds } from '../../art/catalogue.ts'
import { bandOf, levelAt, levelStep, mix } from '../measure.ts'
import { waterColour } from '../water.ts'
import { Creature, type Breed } from './creature.ts'
import type { Pictures } from './pictures.ts'

interface Passer {
  creature: Creature | null
  id: string
  speed: number
  scale: number
  rest: number
  /** How clearly it is seen; it comes out of the haze. */
  clarity: number
}

/** Fish of a band in the paytable's order. */
const perBand = 5

/** The passers-by of one scene. */
export class Schools {
  readonly view = new Container()
  private readonly passers: Passer[] = []
  private readonly pictures: Pictures
  private readonly breed: Breed
  private width = 1
  private height = 1

  constructor(pictures: Pictures, breed: Breed, low: boolean) {
    this.pictures = pictures
    this.breed = breed
    const count = low ? 4 : 9
    for (let index = 0; index < count; index += 1)
      this.passers.push({ creature: null, id: '', speed: 0, scale: 1, rest: Math.random() * 1.2, clarity: 0 })
  }

  resize(width: number, height: number): void {
    this.width = width
    this.height = height
  }

  /** Puts every passer somewhere in view: after a jump of the camera the sea must not be empty. */
  scatter(top: number): void {
    for (const passer of this.passers) {
      this.enter(passer, top, true)
    }
  }

  tick(delta: number, now: number, top: number): void {
    for (const passer of this.passers) {
      if (passer.creature === null) {
        passer.rest -= delta
        if (passer.rest <= 0) this.enter(passer, top, false)
        continue
      }
      const { view, length } = passer.creature
      view.x += passer.speed * delta
      view.alpha += (passer.clarity - view.alpha) * Math.min(1, delta * 3)
      passer.creature.swim(now, 0.8)
      const passed = Math.abs(view.x) > this.width / 2 + length
      const behind = view.y < top - 160 || view.y > top + this.height + 160
      if (passed || behind) this.leave(passer)
      // The camera has gone on: somebody must live here, too, and at once.
      if (behind) this.enter(passer, top, true)
    }
  }

  /** `inside`: appears out of the haze instead of swimming in from the edge. */
  private enter(passer: Passer, top: number, inside: boolean): void {
    const y = top + mix(0.08, 0.94, Math.random()) * this.height
    if (y < 70) {
      passer.rest = 0.4
      return
    }
    const level = levelAt(y)
    const id = pick(bandOf(Math.max(1, level)))
    const picture = this.pictures.fishNow(id)
    if (picture === undefined) {
      void this.pictures.fish(id)
      passer.rest = 0.3
      return
    }
    if (passer.creature !== null) this.leave(passer)
    const creature = new Creature(id, picture, this.breed, Math.random() * 9)
    const far = Math.random()
    const way = Math.random() < 0.5 ? -1 : 1
    passer.scale = mix(0.42, 0.78, 1 - far)
    passer.speed = way * mix(16, 44, 1 - far)
    passer.creature = creature
    passer.id = id
    creature.view.scale.set(way * passer.scale, passer.scale)
    creature.view.position.set(
      inside
        ? mix(-0.5, 0.5, Math.random()) * this.width
        : -way * (this.width / 2 + creature.length * passer.scale),
      y,
    )
    creature.view.alpha = 0
    passer.clarity = mix(0.5, 0.85, 1 - far)
    creature.tint = blend(waterColour(level * levelStep), 0xffffff, mix(0.45, 0.8, 1 - far))
    this.view.addChild(creature.view)
  }

  private leave(passer: Passer): void {
    passer.creature?.destroy()
    passer.creature = null
    passer.rest = mix(0.3, 2.2, Math.random())
  }
}

/** Mostly the common ones; the legend of the band is a rare sight. */
function pick(band: number): string {
  const luck = Math.random()
  const rank = luck < 0.45 ? 0 : luck < 0.75 ? 1 : luck < 0.93 ? 2 : luck < 0.985 ? 3 : 4
  return fishIds[band * perBand + rank] ?? 'anchovy'
}

function blend(from: number, to: number, part: number): number {
  const channel = (shift: number) =>
    Math.round(mix((from >> shift) & 255, (to >> shift) & 255, part)) << shift
  return channel(16) | channel(8) | channel(0)
}
