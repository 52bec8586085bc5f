/** The water itself: colour by depth, shafts of daylight, and the darkness that closes in around the hook. */
import { Container, Sprite } from '../draw/node.ts'
import type { SceneTheme } from '../contract.ts'
import { moonlight, waterColour } from '../water.ts'
import { dice, floorDepth, mix, unit } from '../measure.ts'
import type { Picture, Pictures } from './pictures.ts'

const worldTop = -20
const worldHeight = floorDepth + 240 - worldTop
/** The shafts of daylight are there after so many seconds: the first frame is the page's own splash. */
const dawnS = 1.5

/**
 * Steps a second in which the shafts of daylight change their strength: each is too small to be seen, and between them
 * the picture is still.
 */
const lightSteps = 8

/** Everything behind the creatures, and the veil in front of them. */
export class Backdrop {
  readonly back = new Container()
  readonly light = new Container()
  readonly veil: Sprite
  private readonly sea: Sprite
  private readonly shafts: Sprite[] = []
  /** Strength of the light from above. */
  private glare = 1
  private dimmed = false

  constructor(pictures: Pictures, low: boolean) {
    this.sea = new Sprite(paintWater(pictures).texture)
    this.sea.position.y = worldTop
    this.back.addChild(this.sea)
    const beam = paintShaft(pictures)
    const random = dice(7)
    for (let index = 0; index < (low ? 3 : 7); index += 1) {
      const shaft = new Sprite(beam.texture)
      shaft.anchor.set(0.5, 0)
      shaft.blendMode = 'add'
      shaft.setSize(mix(50, 150, random()), mix(700, 1500, random()))
      shaft.rotation = mix(-0.1, 0.26, random())
      this.shafts.push(shaft)
      this.light.addChild(shaft)
    }
    this.veil = new Sprite(paintVeil(pictures).texture)
  }

  /** By night the same sea lies in moonlight. */
  setTheme(theme: SceneTheme): void {
    this.glare = theme === 'light' ? 1 : 0.45
    this.sea.tint = theme === 'light' ? 0xffffff : moonlight
  }

  /** Without the shafts of light, each of which covers half the view. */
  dim(dimmed: boolean): void {
    this.dimmed = dimmed
  }

  /** A new size of the view. */
  resize(width: number, height: number): void {
    this.sea.setSize(width + 40, worldHeight)
    this.sea.x = -width / 2 - 20
    this.shafts.forEach((shaft, index) => {
      shaft.x = mix(-0.62, 0.42, index / Math.max(1, this.shafts.length - 1)) * width
    })
    this.veil.setSize(width + 4, height + 4)
    this.veil.position.set(-2, -2)
  }

  /** One frame: `now` in seconds, `level` the depth of the middle of the view. */
  tick(now: number, level: number): void {
    const day = unit(1 - (level - 3) / 15)
    const step = now < dawnS ? now : Math.floor(now * lightSteps) / lightSteps
    this.light.visible = day > 0.01 && !this.dimmed
    for (let index = 0; index < this.shafts.length; index += 1) {
      const shaft = this.shafts[index]
      if (shaft !== undefined)
        shaft.alpha =
          unit(step / dawnS) *
          this.glare *
          day *
          (0.2 + 0.13 * Math.sin(step * (0.35 + index * 0.07) + index * 1.9))
    }
    this.veil.alpha = 0.1 + 0.75 * unit((level - 8) / 24)
  }
}

function paintWater(pictures: Pictures): Picture {
  const rows = 1536
  const columns = 48
  const random = dice(3)
  return pictures.paint(
    columns,
    rows,
    (pen) => {
      const image = pen.createImageData(pen.canvas.width, pen.canvas.height)
      const { width, height, data } = image
      for (let row = 0; row < height; row += 1) {
        const colour = waterColour((row / height) * worldHeight + worldTop)
        for (let column = 0; column < width; column += 1) {
          // Noise of one shade keeps the slow gradient from showing as bands.
          const noise = random() * 3 - 1.5
          const at = (row * width + column) * 4
          data[at] = ((colour >> 16) & 255) + noise
          data[at + 1] = ((colour >> 8) & 255) + noise
          data[at + 2] = (colour & 255) + noise
          data[at + 3] = 255
        }
      }
      pen.putImageData(image, 0, 0)
    },
    0.5,
  )
}

function paintShaft(pictures: Pictures): Picture {
  return pictures.paint(
    120,
    400,
    (pen) => {
      const wide = pen.createLinearGradient(0, 0, 120, 0)
      wide.addColorStop(0, 'rgba(210,245,255,0)')
      wide.addColorStop(0.5, 'rgba(225,250,255,.75)')
      wide.addColorStop(1, 'rgba(210,245,255,0)')
      pen.fillStyle = wide
      pen.fillRect(0, 0, 120, 400)
      pen.globalCompositeOperation = 'destination-in'
      const fade = pen.createLinearGradient(0, 0, 0, 400)
      fade.addColorStop(0, 'rgba(0,0,0,.9)')
      fade.addColorStop(0.5, 'rgba(0,0,0,.35)')
      fade.addColorStop(1, 'rgba(0,0,0,0)')
      pen.fillStyle = fade
      pen.fillRect(0, 0, 120, 400)
    },
    0.4,
  )
}

function paintVeil(pictures: Pictures): Picture {
  return pictures.paint(
    200,
    300,
    (pen) => {
      const dark = pen.createRadialGradient(100, 165, 30, 100, 150, 190)
      dark.addColorStop(0, 'rgba(2,6,18,0)')
      dark.addColorStop(0.5, 'rgba(2,6,18,.3)')
      dark.addColorStop(1, 'rgba(1,3,10,.92)')
      pen.fillStyle = dark
      pen.fillRect(0, 0, 200, 300)
    },
    0.6,
  )
}
