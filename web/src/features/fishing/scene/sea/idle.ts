/**
 * What lives while nothing happens: gulls over the boat, and fry round a hook that rests. Now and then one of the fry
 * nibbles, and the hook twitches.
 *
 * It says nothing about the game: fry are no fish of the table, they come at times of their own, and they are off
 * before a cast is asked for, whatever it will bring. Who wants less motion has none of it.
 */
import { Container, Sprite } from '../draw/node.ts'
import { mix } from '../measure.ts'
import type { Picture } from './pictures.ts'

/** Seconds between two nibbles, at least and at most. */
const nibbleAfterS = [3, 8] as const
/** A nibble takes so long, there and back. */
const nibbleS = 0.9
/** Fry keep this far from the hook. */
const reach = 74

interface Fry {
  readonly sprite: Sprite
  readonly pace: number
  readonly width: number
  turn: number
  /** Seconds into its nibble; past its end it only swims. */
  nibble: number
}

/** Where the hook is, and whether it rests under water. */
export interface Bait {
  readonly x: number
  readonly y: number
  readonly rests: boolean
}

/** The idle life of one scene. */
export class Idle {
  /** In the sky. */
  readonly air = new Container()
  /** Round the hook. */
  readonly water = new Container()
  /** 0..1: how much the hook twitches. */
  twitch = 0
  private readonly gulls: Sprite[] = []
  private readonly fry: Fry[] = []
  private width = 390
  private untilNibbleS: number = nibbleAfterS[1]

  constructor(gull: Picture, fry: Picture, calm: boolean) {
    if (calm) return
    for (let index = 0; index < 3; index += 1) {
      const bird = spriteOf(gull, mix(0.6, 1, index / 2))
      this.gulls.push(bird)
      this.air.addChild(bird)
    }
    for (let index = 0; index < 4; index += 1) {
      const sprite = spriteOf(fry, mix(0.75, 1.1, Math.random()))
      sprite.alpha = 0
      this.fry.push({
        sprite,
        pace: mix(0.35, 0.7, Math.random()) * (index % 2 === 0 ? 1 : -1),
        width: Math.abs(sprite.scale.x),
        turn: index * 1.7,
        nibble: nibbleS,
      })
      this.water.addChild(sprite)
    }
  }

  resize(width: number): void {
    this.width = width
  }

  /** One frame. */
  tick(delta: number, now: number, bait: Bait): void {
    this.gulls.forEach((gull, index) => {
      const way = this.width + 160
      const along = (now * (13 + index * 4) + index * way * 0.37) % way
      gull.position.set(along - way / 2, -168 - index * 19 + Math.sin(now * 0.7 + index * 2) * 9)
      gull.scale.y = Math.abs(gull.scale.x) * (0.75 + 0.35 * Math.sin(now * 5 + index * 2))
    })
    this.twitch = Math.max(0, this.twitch - delta * 3)
    this.untilNibbleS = bait.rests ? this.untilNibbleS - delta : nibbleAfterS[0]
    if (this.untilNibbleS <= 0) this.beginNibble()
    for (const each of this.fry) this.swim(each, delta, now, bait)
  }

  private beginNibble(): void {
    this.untilNibbleS = mix(nibbleAfterS[0], nibbleAfterS[1], Math.random())
    const one = this.fry[Math.floor(Math.random() * this.fry.length)]
    if (one !== undefined) one.nibble = 0
  }

  private swim(fry: Fry, delta: number, now: number, bait: Bait): void {
    const { sprite } = fry
    fry.turn += fry.pace * delta
    const before = fry.nibble
    fry.nibble = bait.rests ? before + delta : nibbleS
    if (before < nibbleS / 2 && fry.nibble >= nibbleS / 2 && bait.rests) this.twitch = 1
    const near = fry.nibble < nibbleS ? Math.sin((fry.nibble / nibbleS) * Math.PI) : 0
    const distance = mix(reach + 12 * Math.sin(now * 0.8 + fry.turn), 12, near)
    const x = bait.x + Math.cos(fry.turn) * distance * 1.3
    const y = bait.y + 14 + Math.sin(fry.turn) * distance * 0.55
    // It looks where it swims; whoever nibbles looks at the hook.
    const ahead = near > 0.1 ? Math.sign(bait.x - x) : -Math.sign(Math.sin(fry.turn)) * Math.sign(fry.pace)
    sprite.scale.x = fry.width * (ahead || 1)
    sprite.position.set(x, y)
    sprite.rotation = 0.12 * Math.sin(now * 6 + fry.turn)
    sprite.alpha += ((bait.rests ? 0.75 : 0) - sprite.alpha) * Math.min(1, delta * (bait.rests ? 1.5 : 6))
  }
}

function spriteOf(picture: Picture, size: number): Sprite {
  const sprite = new Sprite(picture.texture)
  sprite.anchor.set(0.5)
  sprite.scale.set(picture.scale * size)
  return sprite
}
