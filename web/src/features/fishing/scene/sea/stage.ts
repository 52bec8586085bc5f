/** The canvas, its size and its frame loop. Knows nothing of the sea. */
import { onVisible, visible } from '../../../../platform/visibility.ts'
import type { SceneOptions } from '../contract.ts'
import { Container, walk } from '../draw/node.ts'
import { openRenderer, type Renderer } from '../draw/renderer.ts'
import type { Texture } from '../draw/texture.ts'
import { Pace } from '../pace.ts'
import { breathe } from './pictures.ts'

/** Behind everything, where nothing is drawn. */
const background = 0x0d4782
/** Shortest time between two frames on a weak device: 30 a second, less what a timer is early by. */
const lowFrameMs = 1000 / 30 - 4
/** What a first frame is taken to last. */
const firstFrameMs = 1000 / 60

/** Pixels per CSS pixel: never more than 2, 1 on a weak device. */
export function pixelRatio(low: boolean): number {
  return low ? 1 : Math.min(2, Math.max(1, window.devicePixelRatio))
}

/** What the stage reports to whom it serves. */
export interface StageEvents {
  /** A new size of the view in CSS pixels. */
  readonly sized: (width: number, height: number) => void
  /** The loop runs or stops. */
  readonly running: (running: boolean) => void
  /** A frame is due; `ms` since the one before. */
  readonly frame: (ms: number) => void
  /** So much may live from now on, 0..1, for the device to keep up. */
  readonly life: (part: number) => void
}

/** The host's loop and size. */
export class Stage {
  /** What is behind everything else and seldom changes, the steadiest first. */
  readonly still: readonly [Container, Container] = [new Container(), new Container()]
  /** Everything in front of it. */
  readonly root = new Container()
  private readonly drawn: Renderer
  private readonly events: StageEvents
  private readonly frameMs: number
  private readonly pace: Pace
  private readonly sharpness: number
  private host: HTMLElement | null = null
  private watcher: ResizeObserver | null = null
  private unwatch: (() => void) | null = null
  private request = 0
  private before: number | null = null

  /** Throws when the device has no renderer at all. */
  constructor(options: SceneOptions, events: StageEvents) {
    this.events = events
    this.frameMs = options.low ? lowFrameMs : 0
    this.sharpness = pixelRatio(options.low)
    this.pace = new Pace(options.low ? 1000 / 30 : 0)
    this.drawn = openRenderer(background, options.renderer)
    Object.assign(this.drawn.canvas.style, {
      position: 'absolute',
      inset: '0',
      display: 'block',
      width: '100%',
      height: '100%',
      touchAction: 'pan-y',
    })
    this.drawn.canvas.setAttribute('aria-hidden', 'true')
  }

  get renderer(): 'webgl' | 'canvas' {
    return this.drawn.name
  }

  /** Prepares what first frames show, one texture after the other: all in one frame would hold the page up. */
  async prepare(soon: readonly Texture[]): Promise<void> {
    const shown = new Set(soon)
    for (const part of [...this.still, this.root]) walk(part, ({ texture }) => shown.add(texture))
    for (const texture of shown) {
      this.drawn.prepare(texture)
      await breathe()
    }
  }

  attach(host: HTMLElement): void {
    this.detach()
    this.host = host
    host.append(this.drawn.canvas)
    this.watcher = new ResizeObserver(this.measure)
    this.watcher.observe(host)
    this.measure()
    this.unwatch = onVisible(this.sync)
    this.sync()
  }

  detach(): void {
    this.watcher?.disconnect()
    this.watcher = null
    this.unwatch?.()
    this.unwatch = null
    this.host = null
    this.drawn.canvas.remove()
    this.sync()
  }

  destroy(): void {
    this.detach()
    this.drawn.destroy()
  }

  private readonly measure = (): void => {
    const width = Math.round(this.host?.clientWidth ?? 0)
    const height = Math.round(this.host?.clientHeight ?? 0)
    if (width === 0 || height === 0) return
    this.drawn.resize(width, height, this.sharpness)
    this.events.sized(width, height)
    this.drawn.render(this.still, this.root)
  }

  private readonly sync = (): void => {
    const run = this.host !== null && visible()
    this.events.running(run)
    cancelAnimationFrame(this.request)
    this.before = null
    if (run) this.request = requestAnimationFrame(this.loop)
  }

  private readonly loop = (now: number): void => {
    this.request = requestAnimationFrame(this.loop)
    const ms = this.before === null ? Math.max(firstFrameMs, this.frameMs) : now - this.before
    if (ms < this.frameMs) return
    this.before = now
    const life = this.pace.frame(ms)
    if (life !== null) this.events.life(life)
    this.events.frame(ms)
    this.drawn.render(this.still, this.root)
  }
}
