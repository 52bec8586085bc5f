/** The canvas, its renderer and its frame loop. Knows nothing of the sea. */
// Without this the renderer builds shaders with `new Function`, which our content policy forbids.
import 'pixi.js/unsafe-eval'
import { Application } from 'pixi.js'
import type { SceneOptions } from '../contract.ts'
import { Pace } from '../pace.ts'

/**
 * Textures a batch may mix. Measured under software rendering: with 16 a frame took about four times as long as with
 * 4, and in a dive with 4 nearly twice as long as with 1.
 */
const batchTextures = 1
/** Frames a second on a weak device. */
const lowFps = 30

/** Pixels per CSS pixel: never more than 2, 1 on a weak device. */
export function pixelRatio(low: boolean): number {
  return low ? 1 : Math.min(2, Math.max(1, window.devicePixelRatio))
}

/** The host's loop and size. */
export class Stage {
  readonly app: Application
  private host: HTMLElement | null = null
  private watcher: ResizeObserver | null = null
  private readonly onSize: (width: number, height: number) => void
  private readonly onRun: (running: boolean) => void

  private constructor(
    app: Application,
    onSize: (width: number, height: number) => void,
    onRun: (running: boolean) => void,
  ) {
    this.app = app
    this.onSize = onSize
    this.onRun = onRun
  }

  /** WebGL where it works, else the Canvas renderer. Throws when neither can be had. */
  static async open(
    options: SceneOptions,
    onSize: (width: number, height: number) => void,
    onRun: (running: boolean) => void,
  ): Promise<Stage> {
    const app = new Application()
    await app.init({
      preference: options.canvasOnly ? 'canvas' : ['webgl', 'canvas'],
      resolution: pixelRatio(options.low),
      autoDensity: true,
      antialias: false,
      backgroundColor: 0x0d4782,
      autoStart: false,
      sharedTicker: false,
      powerPreference: 'low-power',
      width: 390,
      height: 500,
    })
    if (options.low) app.ticker.maxFPS = lowFps
    // The batch shader tests every texture of its batch for every pixel: few of them cost more calls, which we have
    // to spare, and much less per pixel, which a weak chip has not.
    if ('limits' in app.renderer) Object.assign(app.renderer.limits, { maxBatchableTextures: batchTextures })
    Object.assign(app.canvas.style, {
      position: 'absolute',
      inset: '0',
      display: 'block',
      touchAction: 'pan-y',
    })
    app.canvas.setAttribute('aria-hidden', 'true')
    const stage = new Stage(app, onSize, onRun)
    const pace = new Pace(app.renderer.resolution, options.low ? 1000 / lowFps : 0)
    app.ticker.add(() => stage.keep(pace.frame(app.ticker.elapsedMS)))
    return stage
  }

  get renderer(): 'webgl' | 'canvas' {
    return this.app.renderer.name === 'canvas' ? 'canvas' : 'webgl'
  }

  attach(host: HTMLElement): void {
    this.detach()
    this.host = host
    host.append(this.app.canvas)
    this.watcher = new ResizeObserver(this.measure)
    this.watcher.observe(host)
    this.measure()
    document.addEventListener('visibilitychange', this.sync)
    this.sync()
  }

  detach(): void {
    this.watcher?.disconnect()
    this.watcher = null
    document.removeEventListener('visibilitychange', this.sync)
    this.host = null
    this.app.canvas.remove()
    this.sync()
  }

  destroy(): void {
    this.detach()
    this.app.destroy({ removeView: true }, { children: true })
  }

  /** Draws with so many pixels per CSS pixel from now on. */
  private keep(sharpness: number | null): void {
    if (sharpness === null) return
    this.app.renderer.resolution = sharpness
    this.measure()
  }

  private readonly measure = (): void => {
    const width = Math.round(this.host?.clientWidth ?? 0)
    const height = Math.round(this.host?.clientHeight ?? 0)
    if (width === 0 || height === 0) return
    this.app.renderer.resize(width, height)
    this.onSize(width, height)
    this.app.render()
  }

  private readonly sync = (): void => {
    const run = this.host !== null && document.visibilityState === 'visible'
    this.onRun(run)
    if (run) this.app.start()
    else this.app.stop()
  }
}
