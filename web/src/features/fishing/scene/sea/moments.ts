/**
 * How each outcome is shown at the hook.
 *
 * A moment takes 0.3 to 1.6 s and the way down 0.4 s, less than the 2.5 s between two casts (domain §2.1), so the
 * picture is never behind the game.
 */
import { Container, Sprite } from '../draw/node.ts'
import type { Hanging } from '../contract.ts'
import { depthOf, idleDepth, mix } from '../measure.ts'
import { Creature, type Breed } from './creature.ts'
import type { Particles } from './particles.ts'
import type { Picture, Pictures } from './pictures.ts'
import type { Tackle } from './tackle.ts'
import { fall, glide, pop, settle, type Tweens } from './tween.ts'

/** What the moments act with. */
export interface Cast {
  readonly tweens: Tweens
  readonly tackle: Tackle
  readonly particles: Particles
  readonly pictures: Pictures
  readonly breed: Breed
  /** Layer of things that come and go. */
  readonly stage: Container
  readonly props: {
    readonly mine: Picture
    readonly chest: Picture
    readonly chestOpen: Picture
    readonly soft: Picture
    readonly ring: Picture
  }
  /** Width of the view. */
  width(): number
  /** Shakes the camera; 0 is rest. */
  shake(force: number): void
}

/** The hook goes down to the level it plays next. */
export function lower(cast: Cast, level: number): Promise<void> {
  const from = cast.tackle.hookY
  const to = depthOf(level)
  if (Math.abs(to - from) < 1) return Promise.resolve()
  return cast.tweens.run(
    380,
    (part) => {
      cast.tackle.hookY = mix(from, to, part)
    },
    glide,
  )
}

/** From the boat into the water; a deep start falls faster than it is deep. */
export async function drop(cast: Cast, level: number): Promise<void> {
  const { tackle, tweens, particles } = cast
  const from = tackle.hookY
  const to = depthOf(level)
  particles.bubbles(0, 22, 14, 22)
  await tweens.run(
    620 + Math.min(1100, level * 40),
    (part) => {
      tackle.hookY = mix(from, to, part)
    },
    glide,
  )
  particles.bubbles(tackle.hookX, to, 6)
}

/** Nothing bit: a tug, a few bubbles. */
export async function empty(cast: Cast): Promise<void> {
  await tug(cast, 9, 260)
  cast.particles.bubbles(cast.tackle.hookX, cast.tackle.biteY, 5)
}

/** A fish swims in, bites and is strung on the line. */
export async function fish(cast: Cast, caught: Hanging): Promise<void> {
  const { tackle, tweens, particles, stage } = cast
  const creature = new Creature(caught.id, await cast.pictures.fish(caught.id), cast.breed, caught.level)
  const side = tackle.nextSide
  const start = side * (cast.width() / 2 + creature.length)
  const { view } = creature
  stage.addChild(view)
  let clock = 0
  await tweens.run(640, (part) => {
    clock += 0.03
    view.scale.set(creature.upright ? 1 : -side, 1)
    view.position.set(
      mix(start, tackle.hookX + side * 3, part),
      tackle.biteY + Math.sin(part * 5) * 12 * (1 - part),
    )
    creature.swim(clock * 3, 1)
  })
  particles.bubbles(tackle.hookX, tackle.biteY, 12)
  particles.sparks(tackle.hookX, tackle.biteY, 10, 0xfff1b8, 120)
  ripple(cast, tackle.hookX, tackle.biteY, 0xffffff, 80)
  tackle.hang(caught, creature, { x: view.x, y: tackle.biteY, turn: 0, scale: 1 })
  await tug(cast, 18, 240)
}

/** A chest comes up, opens, and its gold flies into the safe box. */
export async function chest(cast: Cast): Promise<void> {
  const { tackle, tweens, particles, props } = cast
  const glow = prop(props.soft, 0xffd868, 240)
  glow.blendMode = 'add'
  const box = prop(props.chest, 0xffffff)
  cast.stage.addChild(glow, box)
  const place = (y: number) => {
    box.position.set(tackle.hookX, y)
    glow.position.set(tackle.hookX, y)
  }
  await tweens.run(480, (part) => place(mix(tackle.biteY + 210, tackle.biteY + 46, part)))
  await tug(cast, 8, 130)
  box.texture = props.chestOpen.texture
  particles.sparks(box.x, box.y - 10, 22, 0xffe08a, 190)
  ripple(cast, box.x, box.y, 0xffe08a, 150)
  await tweens.run(320, (part) => box.scale.set(props.chest.scale * mix(0.8, 1.12, part)), pop)
  particles.coins(box.x, box.y - 16, 18)
  await tweens.run(520, (part) => {
    glow.alpha = 1 - part
    box.alpha = 1 - Math.max(0, part - 0.55) / 0.45
    place(tackle.biteY + 46 + 26 * part)
  })
  box.destroy()
  glow.destroy()
}

/** A mine drifts up and goes off; the fish it hit fall off the line. A shield takes the blow. */
export async function mine(cast: Cast, destroyed: readonly number[], shield: boolean): Promise<void> {
  const { tackle, tweens, particles, props } = cast
  const ball = prop(props.mine, 0xffffff)
  const alarm = prop(props.soft, 0xff4a3a, 170)
  alarm.blendMode = 'add'
  cast.stage.addChild(alarm, ball)
  await tweens.run(620, (part) => {
    const x = mix(70, 30, part)
    const y = mix(tackle.biteY + 230, tackle.biteY + (shield ? 62 : 40), part)
    ball.position.set(x, y)
    alarm.position.set(x, y)
    ball.rotation = mix(-0.5, 0.1, part)
    alarm.alpha = part > 0.45 ? 0.35 + 0.6 * Math.abs(Math.sin(part * 22)) : 0.2
  })
  const { x, y } = ball
  ball.destroy()
  alarm.destroy()
  burst(cast, x, y, shield ? 0.6 : 1)
  if (shield) tackle.blaze = 1
  for (const level of destroyed) void lose(cast, level)
  await tweens.run(shield ? 380 : 520, (part) => {
    cast.shake((1 - part) * (shield ? 5 : 11))
    tackle.blaze = shield ? 1 - part : 0
  })
  particles.bubbles(x, y, 10, 40)
  if (destroyed.length > 0) await tweens.wait(420)
}

/** Up into the light; the catch leaps into the boat. */
export async function surface(cast: Cast, celebrate: boolean): Promise<void> {
  const { tackle, tweens, particles } = cast
  const from = tackle.hookY
  await tweens.run(
    700 + Math.min(1000, from * 0.3),
    (part) => {
      tackle.hookY = mix(from, idleDepth, part)
    },
    glide,
  )
  particles.bubbles(0, 18, 16, 26)
  const leaps = [...tackle.caught]
    .reverse()
    .map((caught, order) => leap(cast, caught.level, Math.min(order * 70, 700)))
  await Promise.all(leaps)
  if (!celebrate) return
  particles.sparks(-60, -40, 40, 0xffe08a, 260)
  particles.sparks(20, -90, 26, 0xfff6d0, 200)
  ripple(cast, -50, -30, 0xffe08a, 220)
  await tweens.wait(380)
}

function tug(cast: Cast, depth: number, duration: number): Promise<void> {
  return cast.tweens.run(duration, (part) => {
    cast.tackle.jerk = part === 1 ? 0 : Math.sin(part * Math.PI) * depth
  })
}

async function leap(cast: Cast, level: number, delay: number): Promise<void> {
  await cast.tweens.wait(delay + 1)
  const creature = cast.tackle.drop(level)
  if (creature === undefined) return
  const { view } = creature
  const start = { x: view.x, y: view.y, turn: view.rotation, wide: view.scale.x, high: view.scale.y }
  cast.stage.addChild(view)
  await cast.tweens.run(
    460,
    (part) => {
      view.position.set(mix(start.x, -64, part), mix(start.y, -8, part) - Math.sin(part * Math.PI) * 110)
      view.rotation = start.turn - part * 3.4
      view.scale.set(start.wide * mix(1, 0.45, part), start.high * mix(1, 0.45, part))
      view.alpha = part > 0.85 ? (1 - part) / 0.15 : 1
    },
    (part) => part,
  )
  creature.destroy()
}

async function lose(cast: Cast, level: number): Promise<void> {
  const creature = cast.tackle.drop(level)
  if (creature === undefined) return
  const { view } = creature
  const { x, y, rotation } = view
  const side = level % 2 === 0 ? -1 : 1
  cast.stage.addChild(view)
  creature.tint = 0x5b5f6b
  cast.particles.bubbles(x, y, 5, 14)
  await cast.tweens.run(
    1050,
    (part) => {
      view.position.set(x + side * 70 * Math.sqrt(part), y + part * 300)
      view.rotation = rotation + side * part * 2.6
      view.alpha = 1 - Math.max(0, part - 0.35) / 0.65
    },
    fall,
  )
  creature.destroy()
}

function burst(cast: Cast, x: number, y: number, force: number): void {
  const flash = prop(cast.props.soft, 0xfff2c8, 420 * force)
  flash.blendMode = 'add'
  flash.position.set(x, y)
  cast.stage.addChild(flash)
  const size = flash.scale.x
  void cast.tweens
    .run(420, (part) => {
      flash.scale.set(size * mix(0.35, 1.25, part))
      flash.alpha = 1 - part
    })
    .then(() => flash.destroy())
  cast.particles.sparks(x, y, Math.round(34 * force), 0xff9a4a, 340 * force)
  cast.particles.sparks(x, y, Math.round(14 * force), 0xffffff, 180 * force)
  ripple(cast, x, y, 0xffd0a0, 260 * force)
}

function ripple(cast: Cast, x: number, y: number, colour: number, size: number): void {
  const ring = prop(cast.props.ring, colour)
  ring.position.set(x, y)
  cast.stage.addChild(ring)
  void cast.tweens
    .run(
      520,
      (part) => {
        ring.setSize(mix(size * 0.2, size, part))
        ring.alpha = 0.8 * (1 - part)
      },
      settle,
    )
    .then(() => ring.destroy())
}

function prop(picture: Picture, tint: number, size?: number): Sprite {
  const sprite = new Sprite(picture.texture)
  sprite.anchor.set(0.5)
  sprite.tint = tint
  if (size === undefined) sprite.scale.set(picture.scale)
  else sprite.setSize(size)
  return sprite
}
