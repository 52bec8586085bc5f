/**
 * The sea, put together. Layers from back to front: sky, water, far wall, light, gulls, passers-by, surface, near
 * wall, fry, tackle, events, veil of darkness, lamp, particles.
 *
 * Moments queue behind each other; a state of rest that arrives meanwhile waits for the queue to be empty.
 */
import { Container } from '../draw/node.ts'
import { fishIds } from '../../art/catalogue.ts'
import type { Hanging, Moment, Scene, SceneOptions, SceneTheme, SeaModel } from '../contract.ts'
import { bandOf, cameraTop, depthOf, idleDepth, levelAt, mix, unit } from '../measure.ts'
import { Creature } from './creature.ts'
import * as moments from './moments.ts'
import { partsOf, type Parts } from './parts.ts'
import { breathe } from './pictures.ts'
import { Stage } from './stage.ts'
import { Tweens } from './tween.ts'

const rest: SeaModel = { diving: false, level: 1, line: [], shield: false, waiting: false }

/** Nearer to its place than this, in CSS pixels, the camera is there. */
const cameraRest = 0.05

class Sea implements Scene {
  private readonly world = new Container()
  private readonly events = new Container()
  private readonly tweens = new Tweens()
  private readonly sizeOfView = { width: 390, height: 500 }
  private readonly cast: moments.Cast
  private model: SeaModel = rest
  private queue: Promise<void> = Promise.resolve()
  private queued = 0
  private cameraY = 0
  private shaking = 0
  private haste = 6
  private clock = 0
  private running = false
  private readonly stage: Stage
  private readonly parts: Parts
  private readonly options: SceneOptions

  constructor(stage: Stage, parts: Parts, options: SceneOptions) {
    this.stage = stage
    this.parts = parts
    this.options = options
    const { backdrop, surface, walls, schools, idle, tackle, particles } = parts
    const [water, light] = stage.still
    water.addChild(surface.sky, backdrop.back, walls.far)
    light.addChild(backdrop.light)
    this.world.addChild(
      idle.air,
      schools.view,
      surface.view,
      walls.near,
      idle.water,
      tackle.view,
      this.events,
    )
    stage.root.addChild(this.world, backdrop.veil)
    // Light belongs in front of the dark veil, in world coordinates.
    this.front.addChild(tackle.lampLight, particles.view)
    stage.root.addChild(this.front)
    this.cast = {
      tweens: this.tweens,
      tackle,
      particles,
      pictures: parts.pictures,
      breed: parts.breed,
      stage: this.events,
      props: parts.props,
      width: () => this.sizeOfView.width,
      shake: (force) => {
        this.shaking = force
      },
    }
    tackle.hookY = idleDepth
    this.setTheme(options.theme)
    this.cameraY = this.wantedCamera()
  }

  private readonly front = new Container()

  get renderer(): 'webgl' | 'canvas' {
    return this.stage.renderer
  }

  attach(host: HTMLElement): void {
    this.stage.attach(host)
  }

  detach(): void {
    this.stage.detach()
  }

  destroy(): void {
    this.tweens.halt()
    this.stage.destroy()
  }

  setTheme(theme: SceneTheme): void {
    this.parts.surface.setTheme(theme)
    this.parts.backdrop.setTheme(theme)
    if (!this.running) this.draw(0)
  }

  show(model: SeaModel): void {
    this.model = model
    this.parts.tackle.shield = model.shield
    this.parts.tackle.unrest = model.waiting ? 1 : 0
    if (this.queued === 0) void this.enqueue(() => this.settleTo(this.model))
  }

  play(moment: Moment): Promise<void> {
    return this.enqueue(() => (this.options.calm ? this.fade(moment) : this.act(moment)))
  }

  /** A new size of the view; also called once at the start. */
  resize(width: number, height: number): void {
    this.sizeOfView.width = width
    this.sizeOfView.height = height
    const { backdrop, surface, walls, schools, idle, particles } = this.parts
    idle.resize(width)
    backdrop.resize(width, height)
    surface.resize(width)
    walls.resize(width)
    schools.resize(width, height)
    particles.resize(width, height)
    this.cameraY = this.wantedCamera()
    this.draw(0)
  }

  /** So much may live, 0..1: the device is slow. */
  live(part: number): void {
    this.parts.particles.limit(part)
    this.parts.backdrop.dim(part < 1)
  }

  /** The loop runs or stops. */
  run(running: boolean): void {
    this.running = running
    if (running) {
      this.tweens.resume()
      this.parts.schools.scatter(this.cameraY)
    } else {
      this.tweens.halt()
    }
  }

  private enqueue(work: () => Promise<void>): Promise<void> {
    this.queued += 1
    const turn = this.queue.then(work).finally(() => {
      this.queued -= 1
    })
    // A failed moment must not block the next one; its own caller sees the failure.
    this.queue = turn.catch(() => {})
    return turn
  }

  private act(moment: Moment): Promise<void> {
    // A long way in a short time: the camera holds on to the hook instead of trailing behind.
    this.haste = moment.kind === 'drop' || moment.kind === 'surface' ? 18 : 6
    switch (moment.kind) {
      case 'drop':
        return moments.drop(this.cast, moment.level)
      case 'empty':
        return moments.empty(this.cast)
      case 'fish':
        return moments.fish(this.cast, moment.fish)
      case 'chest':
        return moments.chest(this.cast)
      case 'mine':
        return moments.mine(this.cast, moment.destroyed, moment.shield)
      case 'surface':
        return moments.surface(this.cast, moment.celebrate)
    }
  }

  /** Less motion: the picture goes dim, changes, and comes back. */
  private async fade(moment: Moment): Promise<void> {
    const { tackle, pictures, breed } = this.parts
    await this.tweens.run(120, (part) => {
      this.brightness = 1 - 0.55 * part
    })
    if (moment.kind === 'mine') for (const level of moment.destroyed) tackle.drop(level)?.destroy()
    if (moment.kind === 'fish')
      tackle.hang(
        moment.fish,
        new Creature(moment.fish.id, await pictures.fish(moment.fish.id), breed, moment.fish.level),
      )
    if (moment.kind === 'surface') for (const { level } of tackle.caught) tackle.drop(level)?.destroy()
    if (moment.kind === 'surface') tackle.hookY = idleDepth
    if (moment.kind === 'drop') tackle.hookY = depthOf(moment.level)
    this.cameraY = this.wantedCamera()
    await this.tweens.run(160, (part) => {
      this.brightness = 0.45 + 0.55 * part
    })
  }

  /** Makes the picture agree with a state of rest. */
  private async settleTo(model: SeaModel): Promise<void> {
    const { tackle, pictures, breed } = this.parts
    // Level and kind together: another dive may have caught another fish at the same level.
    const name = (fish: Hanging) => `${fish.level} ${fish.id}`
    const wanted = new Set(model.line.map(name))
    for (const fish of tackle.caught) if (!wanted.has(name(fish))) tackle.drop(fish.level)?.destroy()
    const hookY = model.diving ? depthOf(model.level) : idleDepth
    const jump = Math.abs(hookY - tackle.hookY) > 260
    if (jump) tackle.hookY = hookY
    else if (hookY !== tackle.hookY)
      await moments.lower(this.cast, model.level).then(() => {
        tackle.hookY = hookY
      })
    const present = new Set(tackle.caught.map(name))
    for (const fish of model.line) {
      if (!present.has(name(fish)))
        tackle.hang(fish, new Creature(fish.id, await pictures.fish(fish.id), breed, fish.level))
    }
    if (jump && model.diving) {
      this.cameraY = this.wantedCamera()
      this.parts.schools.scatter(this.cameraY)
    }
    if (!this.running) this.draw(0)
  }

  private set brightness(part: number) {
    for (const group of [...this.stage.still, this.world]) group.alpha = part
  }

  private wantedCamera(): number {
    const { hookY } = this.parts.tackle
    // Between dives the camera looks at the start level that the player is choosing.
    const focus =
      !this.model.diving && this.queued === 0 && this.model.level > 1 ? depthOf(this.model.level) : hookY
    return cameraTop(focus, this.sizeOfView.height)
  }

  /** A frame; `ms` since the one before. */
  frame(ms: number): void {
    // Moments keep to the clock even on a slow device; only the first frame after a pause is cut short.
    this.tweens.tick(Math.min(250, ms))
    this.draw(Math.min(50, ms) / 1000)
  }

  /** Moves the camera; where it has nearly come to rest it does so, and the picture behind is still. */
  private follow(delta: number): void {
    const wanted = this.wantedCamera()
    const part = Math.min(1, delta * (this.options.calm ? 60 : this.haste))
    this.cameraY = Math.abs(wanted - this.cameraY) < cameraRest ? wanted : mix(this.cameraY, wanted, part)
  }

  private draw(delta: number): void {
    const { width, height } = this.sizeOfView
    const { backdrop, surface, walls, schools, idle, tackle, particles } = this.parts
    this.clock += delta
    this.follow(delta)
    const top = this.cameraY
    const level = levelAt(top + height / 2)
    const dark = unit((level - 12) / 14)
    const tremor = this.shaking === 0 ? 0 : Math.sin(this.clock * 70) * this.shaking
    this.world.position.set(width / 2 + tremor, -top + tremor * 0.6)
    for (const part of [...this.stage.still, this.front]) part.position.copyFrom(this.world.position)
    // The safe box stands in the right column of the screen, a fifth from the top.
    particles.target.x = width / 2 - 44
    particles.target.y = top + height * 0.14
    backdrop.tick(this.clock, level)
    surface.tick(this.clock, top < 60)
    walls.tick(this.clock, top, top + height)
    schools.tick(delta, this.clock, top)
    const rests = this.model.diving && !this.model.waiting && this.queued === 0
    idle.tick(delta, this.clock, { x: tackle.hookX, y: tackle.hookY, rests })
    tackle.twitch = idle.twitch
    tackle.tick(delta, this.clock, surface.tip, dark)
    particles.tick(delta, this.clock, top, dark)
  }
}

/** Makes the scene; fails when the device has no renderer at all. */
export async function openSea(options: SceneOptions): Promise<Scene> {
  let sea: Sea | null = null
  const stage = new Stage(options, {
    sized: (width, height) => sea?.resize(width, height),
    running: (running) => sea?.run(running),
    frame: (ms) => sea?.frame(ms),
    life: (part) => sea?.live(part),
  })
  // A context is long enough for a task of its own.
  await breathe()
  const parts = await partsOf(stage.renderer === 'webgl', options)
  // The fish of the daylight; another is drawn when it is first wanted.
  const daylight = await Promise.all(
    fishIds.filter((_, index) => bandOf(1) === Math.floor(index / 5)).map((id) => parts.pictures.fish(id)),
  )
  sea = new Sea(stage, parts, options)
  await stage.prepare(daylight.map(({ texture }) => texture))
  return sea
}
