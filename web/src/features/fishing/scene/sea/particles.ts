/**
 * Small things by the dozen, all from pools made once: drifting plankton, bubbles, sparks, splinters and coins.
 *
 * The frame loop makes no objects: when the pool is used up, the oldest spark is taken over.
 */
import { Container, Sprite } from '../draw/node.ts'
import type { Texture } from '../draw/texture.ts'
import { mix } from '../measure.ts'
import type { Picture } from './pictures.ts'

/** Grains that a slow device still shows. */
const grainsMin = 12

/** Textures by use. */
export interface Specks {
  readonly bubble: Picture
  readonly soft: Picture
  readonly coin: Picture
}

interface Grain {
  readonly sprite: Sprite
  life: number
  span: number
  vx: number
  vy: number
  pull: number
  spin: number
  size: number
  /** Flies to a fixed place on the screen instead of by its speed. */
  homing: boolean
  fromX: number
  fromY: number
}

interface Mote {
  readonly sprite: Sprite
  readonly depth: number
  readonly phase: number
  x: number
  y: number
}

/** Where homing grains fly, in world coordinates; moved every frame with the camera. */
export interface Target {
  x: number
  y: number
}

/** All particles of a scene. */
export class Particles {
  readonly view = new Container()
  readonly target: Target = { x: 0, y: 0 }
  private readonly grains: Grain[] = []
  private readonly motes: Mote[] = []
  private readonly specks: Specks
  private next = 0
  /** Grains that may fly at a time. */
  private flying: number
  private width = 1
  private height = 1

  constructor(specks: Specks, low: boolean) {
    this.specks = specks
    for (let index = 0; index < (low ? 18 : 46); index += 1) {
      const sprite = speck(specks.soft.texture)
      this.motes.push({
        sprite,
        depth: mix(0.55, 1.15, Math.random()),
        phase: Math.random() * 9,
        x: Math.random(),
        y: Math.random(),
      })
      this.view.addChild(sprite)
    }
    for (let index = 0; index < (low ? 40 : 110); index += 1) {
      const sprite = speck(specks.bubble.texture)
      sprite.visible = false
      this.grains.push({
        sprite,
        life: 0,
        span: 1,
        vx: 0,
        vy: 0,
        pull: 0,
        spin: 0,
        size: 1,
        homing: false,
        fromX: 0,
        fromY: 0,
      })
      this.view.addChild(sprite)
    }
    this.flying = this.grains.length
  }

  /** Keeps this part of everything, 0..1; a few grains always fly, since they say where something happened. */
  limit(part: number): void {
    this.motes.forEach(({ sprite }, index) => (sprite.visible = index < this.motes.length * part))
    this.flying = Math.max(grainsMin, Math.round(this.grains.length * part))
  }

  resize(width: number, height: number): void {
    this.width = width
    this.height = height
  }

  /** Bubbles that rise from a point. */
  bubbles(x: number, y: number, count: number, spread = 16): void {
    for (let index = 0; index < count; index += 1) {
      this.launch(this.specks.bubble, 0xffffff, false, {
        x: x + mix(-spread, spread, Math.random()),
        y: y + mix(-spread, spread, Math.random()) * 0.6,
        vx: mix(-18, 18, Math.random()),
        vy: mix(-50, -120, Math.random()),
        pull: -30,
        span: mix(0.7, 1.6, Math.random()),
        size: mix(0.25, 0.8, Math.random()),
      })
    }
  }

  /** Light that flies apart. */
  sparks(x: number, y: number, count: number, colour: number, speed: number): void {
    for (let index = 0; index < count; index += 1) {
      const angle = Math.random() * Math.PI * 2
      const pace = speed * mix(0.3, 1, Math.random())
      this.launch(this.specks.soft, colour, true, {
        x,
        y,
        vx: Math.cos(angle) * pace,
        vy: Math.sin(angle) * pace,
        pull: 60,
        span: mix(0.5, 1.2, Math.random()),
        size: mix(0.1, 0.28, Math.random()),
      })
    }
  }

  /** Coins that leap up and then fly to the target. */
  coins(x: number, y: number, count: number): void {
    for (let index = 0; index < count; index += 1) {
      const grain = this.launch(this.specks.coin, 0xffffff, false, {
        x: x + mix(-20, 20, Math.random()),
        y: y + mix(-10, 6, Math.random()),
        vx: mix(-90, 90, Math.random()),
        vy: mix(-150, -40, Math.random()),
        pull: 120,
        span: mix(0.85, 1.25, Math.random()),
        size: mix(0.8, 1.15, Math.random()),
      })
      grain.homing = true
      grain.spin = mix(-6, 6, Math.random())
    }
  }

  /** One frame; the motes wrap around the view so that there are always some. */
  tick(delta: number, now: number, top: number, dark: number): void {
    for (const mote of this.motes) {
      mote.y += (delta * (4 + 5 * Math.sin(mote.phase))) / this.height
      mote.x += (delta * 4 * Math.sin(now * 0.4 + mote.phase)) / this.width
      const y = wrap(mote.y - (top * mote.depth) / this.height)
      const { sprite } = mote
      sprite.position.set((wrap(mote.x) - 0.5) * this.width, top + y * this.height)
      const glow = dark > 0.5 ? 0.5 + 0.5 * Math.sin(now * 1.7 + mote.phase * 3) : 1
      sprite.alpha = (0.16 + 0.4 * dark) * glow * (sprite.y > 6 ? 1 : 0)
      sprite.tint = dark > 0.6 && mote.phase > 5 ? 0x66f2e2 : 0xd7f3ff
      sprite.scale.set(this.specks.soft.scale * mix(0.05, 0.13, mote.depth - 0.5))
    }
    for (const grain of this.grains) if (grain.sprite.visible) this.move(grain, delta)
  }

  private move(grain: Grain, delta: number): void {
    grain.life += delta
    const part = grain.life / grain.span
    const { sprite } = grain
    if (part >= 1) {
      sprite.visible = false
      return
    }
    grain.vy += grain.pull * delta
    grain.fromX += grain.vx * delta
    grain.fromY += grain.vy * delta
    const home = grain.homing ? Math.max(0, (part - 0.35) / 0.65) ** 2 : 0
    sprite.position.set(mix(grain.fromX, this.target.x, home), mix(grain.fromY, this.target.y, home))
    sprite.rotation += grain.spin * delta
    sprite.alpha = grain.homing ? 1 : Math.min(1, (1 - part) * 2)
    sprite.scale.set(grain.size)
    // A bubble that reaches the air is gone.
    if (!grain.homing && sprite.texture === this.specks.bubble.texture && sprite.y < 0) sprite.visible = false
  }

  private launch(
    picture: Picture,
    tint: number,
    shines: boolean,
    start: { x: number; y: number; vx: number; vy: number; pull: number; span: number; size: number },
  ): Grain {
    const grain = this.grains[this.next % this.flying]
    if (grain === undefined) throw new Error('the pool of particles is empty')
    this.next += 1
    const { sprite } = grain
    sprite.texture = picture.texture
    sprite.tint = tint
    sprite.blendMode = shines ? 'add' : 'normal'
    sprite.visible = true
    sprite.alpha = 1
    sprite.position.set(start.x, start.y)
    Object.assign(grain, {
      life: 0,
      span: start.span,
      vx: start.vx,
      vy: start.vy,
      pull: start.pull,
      spin: 0,
      homing: false,
      fromX: start.x,
      fromY: start.y,
    })
    grain.size = picture.scale * start.size
    return grain
  }
}

function speck(texture: Texture): Sprite {
  const sprite = new Sprite(texture)
  sprite.anchor.set(0.5)
  return sprite
}

function wrap(value: number): number {
  return value - Math.floor(value)
}
