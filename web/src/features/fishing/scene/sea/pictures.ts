/**
 * Textures made on the spot: drawings are rasterised once for the device's pixels, gradients are painted.
 *
 * Everything goes through a 2D canvas, so WebGL and the 2D canvas show the same picture. Nothing is fetched.
 */
import { Texture } from '../draw/texture.ts'
import { fishArt } from '../../art/catalogue.ts'
import { imageAddress } from '../../art/ink.ts'

/** A texture with its size in CSS pixels; `scale` turns texture pixels into CSS pixels. */
export interface Picture {
  readonly texture: Texture
  readonly width: number
  readonly height: number
  readonly scale: number
}

interface Drawable {
  readonly width: number
  readonly height: number
  readonly length: number
  readonly svg: string
}

/** The textures of one scene. */
export class Pictures {
  private readonly made = new Map<string, Promise<Picture>>()
  private readonly ready = new Map<string, Picture>()
  private readonly ratio: number
  /** Drawings wait for each other: one is a few milliseconds, all of them a jolt. */
  private turn: Promise<void> = Promise.resolve()

  /** `ratio` is texture pixels per CSS pixel. */
  constructor(ratio: number) {
    this.ratio = ratio
  }

  /**
   * The drawing as a texture, `art.length` CSS pixels wide; made once per key. A little finer than the screen unless
   * asked otherwise: hanging fish are turned, and turning blurs.
   */
  draw(key: string, art: Drawable, fine = 1.2): Promise<Picture> {
    const known = this.made.get(key)
    if (known !== undefined) return known
    const making = this.rasterise(art, fine).then((picture) => {
      this.ready.set(key, picture)
      return picture
    })
    this.made.set(key, making)
    return making
  }

  /** A fish of the paytable. */
  fish(id: string): Promise<Picture> {
    return this.draw(`fish:${id}`, fishArt(id))
  }

  /** The fish if its texture is finished, without waiting. */
  fishNow(id: string): Picture | undefined {
    return this.ready.get(`fish:${id}`)
  }

  /** A painted texture; `paint` works in CSS pixels. `fine` scales the pixels of soft things down. */
  paint(width: number, height: number, paint: (pen: CanvasRenderingContext2D) => void, fine = 1): Picture {
    const ratio = this.ratio * fine
    const [canvas, pen] = sheet(Math.ceil(width * ratio), Math.ceil(height * ratio))
    pen.scale(ratio, ratio)
    paint(pen)
    return { texture: new Texture(canvas), width, height, scale: 1 / ratio }
  }

  private async rasterise(art: Drawable, fine: number): Promise<Picture> {
    const image = new Image()
    image.src = imageAddress(art.svg)
    await image.decode()
    await (this.turn = this.turn.then(breathe))
    const height = art.length * (art.height / art.width)
    const ratio = this.ratio * fine
    const [canvas, pen] = sheet(Math.ceil(art.length * ratio), Math.ceil(height * ratio))
    pen.drawImage(image, 0, 0, canvas.width, canvas.height)
    return { texture: new Texture(canvas), width: art.length, height, scale: art.length / canvas.width }
  }
}

/** A soft white disc, to be tinted. */
export function softDisc(pictures: Pictures, size: number, core = 0): Picture {
  return pictures.paint(
    size,
    size,
    (pen) => {
      const half = size / 2
      const glow = pen.createRadialGradient(half, half, half * core, half, half, half)
      glow.addColorStop(0, 'rgba(255,255,255,1)')
      glow.addColorStop(0.25, 'rgba(255,255,255,.55)')
      glow.addColorStop(0.6, 'rgba(255,255,255,.14)')
      glow.addColorStop(1, 'rgba(255,255,255,0)')
      pen.fillStyle = glow
      pen.fillRect(0, 0, size, size)
    },
    0.6,
  )
}

/** One bubble. */
export function bubbleDisc(pictures: Pictures): Picture {
  return pictures.paint(16, 16, (pen) => {
    pen.fillStyle = 'rgba(220,245,255,.18)'
    pen.strokeStyle = 'rgba(235,250,255,.85)'
    pen.lineWidth = 1.3
    pen.beginPath()
    pen.arc(8, 8, 6.6, 0, Math.PI * 2)
    pen.fill()
    pen.stroke()
    pen.fillStyle = '#ffffff'
    pen.beginPath()
    pen.arc(5.6, 5.4, 1.5, 0, Math.PI * 2)
    pen.fill()
  })
}

/** Lets the page do what waits, such as a tap, and goes on at once after it. */
export function breathe(): Promise<void> {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      done()
    })
    port1.start()
    port2.postMessage(null)
  })
}

function sheet(width: number, height: number): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, width)
  canvas.height = Math.max(1, height)
  const pen = canvas.getContext('2d')
  if (pen === null) throw new Error('this device cannot paint')
  return [canvas, pen]
}
