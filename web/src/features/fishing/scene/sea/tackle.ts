/** Line, hook, the lamp of the hook and its shield; and the catch that hangs above it. */
import { Container, Sprite } from '../draw/node.ts'
import { Texture } from '../draw/texture.ts'
import { mix, slotOf, unit } from '../measure.ts'
import type { Hanging } from '../contract.ts'
import type { Creature } from './creature.ts'
import type { Picture, Pictures } from './pictures.ts'

interface Hung {
  readonly level: number
  /** -1: hangs on the left, 1: on the right. Kept for good, so that no fish changes sides when a neighbour is lost. */
  readonly side: -1 | 1
  readonly creature: Creature
  /** Distance above the hook, gliding towards its slot. */
  rise: number
  turn: number
  scale: number
}

/** The part of the scene that the player commands. `hookY` is the world y of the hook's eye. */
export class Tackle {
  readonly view = new Container()
  readonly lampLight: Sprite
  hookY = 0
  /** Extra reach of the hook from jerks, in CSS pixels. */
  jerk = 0
  /** 0..1: how restless the hook is. */
  unrest = 0
  /** 0..1: something nibbles. */
  twitch = 0
  private readonly line = new Sprite(Texture.white)
  private readonly hook: Sprite
  private readonly bubble: Sprite
  private readonly bubbleScale: number
  /** The part of the line in the air, dark against the sky. */
  private readonly thread = new Sprite(Texture.white)
  private readonly catchLayer = new Container()
  private readonly hung: Hung[] = []
  private shieldWanted = 0
  private sway = 0

  constructor(pictures: Pictures, hook: Picture, soft: Picture) {
    this.line.anchor.set(0.5, 0)
    this.line.tint = 0xeaf7ff
    this.line.alpha = 0.75
    this.hook = new Sprite(hook.texture)
    this.hook.anchor.set(0.5, 0.09)
    this.hook.scale.set(hook.scale)
    const shield = paintShield(pictures)
    this.bubble = new Sprite(shield.texture)
    this.bubbleScale = shield.scale * 0.62
    this.thread.anchor.set(0.5, 0)
    this.thread.tint = 0x41586b
    this.bubble.anchor.set(0.5)
    this.bubble.alpha = 0
    this.lampLight = new Sprite(soft.texture)
    this.lampLight.anchor.set(0.5)
    this.lampLight.blendMode = 'add'
    this.lampLight.setSize(420)
    this.view.addChild(this.line, this.thread, this.catchLayer, this.hook, this.bubble)
  }

  /** World x of the hook. */
  get hookX(): number {
    return this.sway
  }

  /** World y where a fish bites. */
  get biteY(): number {
    return this.hookY + this.jerk + 16
  }

  set shield(on: boolean) {
    this.shieldWanted = on ? 1 : 0
  }

  /** How strongly the bubble is seen; a hit makes it blaze. */
  blaze = 0

  /** The fish that hang here. */
  get caught(): readonly Hanging[] {
    return this.hung.map((each) => ({ level: each.level, id: each.creature.id }))
  }

  /** The side on which the next fish hangs. */
  get nextSide(): -1 | 1 {
    return this.hung.at(-1)?.side === -1 ? 1 : -1
  }

  /** Hangs a fish. `from` is where it is now; without it the fish is in its place at once. */
  hang(
    fish: Hanging,
    creature: Creature,
    from?: { x: number; y: number; turn: number; scale: number },
  ): void {
    this.catchLayer.addChild(creature.view)
    this.hung.push({
      level: fish.level,
      side: this.nextSide,
      creature,
      rise: from === undefined ? -1 : this.hookY - from.y,
      turn: from?.turn ?? 0,
      scale: from?.scale ?? 0.4,
    })
    this.hung.sort((left, right) => left.level - right.level)
    if (from === undefined) this.place(1000, 0)
  }

  /** Takes a fish off the line; it keeps its place in the world. */
  drop(level: number): Creature | undefined {
    const index = this.hung.findIndex((each) => each.level === level)
    return index < 0 ? undefined : this.hung.splice(index, 1)[0]?.creature
  }

  /** One frame. `tip` is where the line starts; `dark` 0..1 lights the lamp. */
  tick(delta: number, now: number, tip: { readonly x: number; readonly y: number }, dark: number): void {
    this.sway = Math.sin(now * 0.9) * (2.4 + 4 * this.unrest)
    const tremble = Math.sin(now * 34) * 2.2 * this.twitch
    const y = this.hookY + this.jerk + Math.sin(now * 1.6) * (1.6 + 3 * this.unrest) + tremble
    this.hook.position.set(this.sway, y)
    this.hook.rotation = Math.sin(now * 0.9 + 0.6) * (0.05 + 0.08 * this.unrest)
    const dx = this.sway - tip.x
    const dy = y - tip.y
    this.line.position.set(tip.x, tip.y)
    this.line.setSize(1.6, Math.hypot(dx, dy))
    this.line.rotation = -Math.atan2(dx, dy)
    this.thread.position.copyFrom(this.line.position)
    this.thread.rotation = this.line.rotation
    this.thread.setSize(1.6, Math.max(0, Math.min(-tip.y - 6, dy)))
    this.bubble.position.set(this.sway, y + 12)
    this.bubble.alpha += (this.shieldWanted * 0.85 - this.bubble.alpha) * Math.min(1, delta * 7)
    this.bubble.scale.set(this.bubbleScale * (1 + 0.025 * Math.sin(now * 3) + this.blaze * 0.3))
    this.bubble.tint = this.blaze > 0.3 ? 0xffffff : 0xbfefff
    this.lampLight.position.set(this.sway, y + 10)
    this.lampLight.alpha = 0.26 * dark * (0.92 + 0.08 * Math.sin(now * 2.3))
    this.lampLight.tint = 0x9fdcff
    this.place(delta, now)
  }

  private place(delta: number, now: number): void {
    const count = this.hung.length
    const part = Math.min(1, delta * 6)
    for (let order = 0; order < count; order += 1) {
      const each = this.hung[order]
      if (each === undefined) continue
      const slot = slotOf(order, count)
      const { creature } = each
      each.rise = mix(each.rise, slot.rise - 8, part)
      each.scale = mix(each.scale, slot.scale, part)
      const turn = creature.upright ? each.side * -0.12 : each.side * 0.62
      each.turn = mix(each.turn, turn + 0.05 * Math.sin(now * 1.7 + each.level), part)
      creature.view.position.set(this.sway * 0.8 + each.side * 2, this.hookY + this.jerk - each.rise)
      creature.view.rotation = each.turn
      // Hanging on the left the mouth is on its right: the drawing as it is. On the right it is mirrored.
      creature.view.scale.set(creature.upright ? each.scale : -each.side * each.scale, each.scale)
      creature.swim(now, 0.55 * unit(each.scale))
    }
  }
}

function paintShield(pictures: Pictures): Picture {
  return pictures.paint(200, 200, (pen) => {
    const body = pen.createRadialGradient(100, 100, 40, 100, 100, 96)
    body.addColorStop(0, 'rgba(160,235,255,.04)')
    body.addColorStop(0.75, 'rgba(150,230,255,.16)')
    body.addColorStop(0.95, 'rgba(190,245,255,.6)')
    body.addColorStop(1, 'rgba(190,245,255,0)')
    pen.fillStyle = body
    pen.fillRect(0, 0, 200, 200)
    pen.strokeStyle = 'rgba(235,252,255,.9)'
    pen.lineWidth = 2.6
    pen.beginPath()
    pen.arc(100, 100, 92, 0, Math.PI * 2)
    pen.stroke()
    pen.lineWidth = 6
    pen.lineCap = 'round'
    pen.strokeStyle = 'rgba(255,255,255,.75)'
    pen.beginPath()
    pen.arc(100, 100, 78, Math.PI * 1.12, Math.PI * 1.4)
    pen.stroke()
  })
}
