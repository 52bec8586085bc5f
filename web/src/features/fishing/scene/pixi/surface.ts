/** Where the sea meets the air: sky, far islands, two rows of waves and the boat between them. */
import { Container, Sprite } from 'pixi.js'
import { boat as boatArt, rodTip, waterline } from '../../art/props.ts'
import type { SceneTheme } from '../contract.ts'
import { moonlight } from './backdrop.ts'
import type { Picture, Pictures } from './pictures.ts'

const skyHeight = 460
const skyWidth = 480
const wavePeriod = 120

/** The top of the world. `tip` is where the line starts, in world coordinates. */
export class Surface {
  /** Behind the water. */
  readonly sky = new Container()
  /** In front of the water, behind the line. */
  readonly view = new Container()
  readonly tip = { x: 0, y: 0 }
  private readonly day: Sprite
  private readonly night: Sprite
  private readonly backWave: Sprite
  private readonly frontWave: Sprite
  private readonly boat: Sprite

  constructor(pictures: Pictures, boat: Picture) {
    this.day = new Sprite(paintSky(pictures, paintDay).texture)
    this.night = new Sprite(paintSky(pictures, paintNight).texture)
    this.sky.addChild(this.day, this.night)
    this.backWave = new Sprite(paintWave(pictures, 'rgba(74,190,226,.85)', 'rgba(255,255,255,.35)').texture)
    this.frontWave = new Sprite(paintWave(pictures, 'rgba(96,208,240,.55)', 'rgba(255,255,255,.9)').texture)
    this.boat = new Sprite(boat.texture)
    this.boat.anchor.set(rodTip[0] / boatArt.width, waterline / boatArt.height)
    this.boat.scale.set(boat.scale)
    this.view.addChild(this.backWave, this.boat, this.frontWave)
  }

  setTheme(theme: SceneTheme): void {
    this.day.visible = theme === 'light'
    this.night.visible = theme === 'dark'
    const tint = theme === 'light' ? 0xffffff : moonlight
    this.backWave.tint = tint
    this.frontWave.tint = tint
    this.boat.tint = theme === 'light' ? 0xffffff : 0xc9d3ea
  }

  resize(width: number): void {
    for (const sky of [this.day, this.night]) {
      sky.setSize(Math.max(skyWidth, width), skyHeight)
      sky.position.set(-Math.max(skyWidth, width) / 2, -skyHeight + 6)
    }
    for (const wave of [this.backWave, this.frontWave]) wave.setSize(720, 36)
  }

  /** One frame; nothing to do while the surface is out of sight. */
  tick(now: number, visible: boolean): void {
    this.view.visible = visible
    this.sky.visible = visible
    const roll = Math.sin(now * 1.1) * 0.035
    const heave = Math.sin(now * 1.4) * 2.6
    this.boat.rotation = roll
    this.boat.position.set(0, heave + 5)
    const rise = ((waterline - rodTip[1]) / boatArt.height) * this.boat.height
    this.tip.x = Math.sin(roll) * rise
    this.tip.y = heave + 5 - Math.cos(roll) * rise
    this.backWave.position.set(-360 + ((now * 14) % wavePeriod), -15 + Math.sin(now * 1.2) * 1.5)
    this.frontWave.position.set(-360 - ((now * 22) % wavePeriod) + 60, -8 + Math.sin(now * 1.5 + 1) * 2)
  }
}

function paintSky(pictures: Pictures, paint: (pen: CanvasRenderingContext2D) => void): Picture {
  return pictures.paint(skyWidth, skyHeight, paint)
}

function paintDay(pen: CanvasRenderingContext2D): void {
  fillDown(pen, ['#7cc9ee', '#a9def3', '#d9f1f4', '#fff0d0'])
  halo(pen, 352, 330, 120, 'rgba(255,244,200,.9)')
  disc(pen, 352, 330, 25, '#fff8dd')
  for (const [x, y, size] of [
    [70, 270, 1],
    [240, 238, 0.8],
    [420, 250, 0.7],
    [150, 330, 0.6],
  ] as const)
    cloud(pen, x, y, size, 'rgba(255,255,255,.85)')
  islands(pen, '#8fc0d0', '#6fa7bd')
  fillBand(pen, 'rgba(255,246,220,.55)')
}

function paintNight(pen: CanvasRenderingContext2D): void {
  fillDown(pen, ['#050d22', '#0a1c40', '#173661', '#2d5c86'])
  for (let star = 0; star < 70; star += 1) {
    const bright = 0.25 + ((star * 37) % 60) / 90
    disc(
      pen,
      (star * 137) % skyWidth,
      40 + ((star * 71) % 330),
      star % 7 === 0 ? 1.3 : 0.7,
      `rgba(226,240,255,${bright})`,
    )
  }
  halo(pen, 352, 318, 110, 'rgba(190,220,255,.45)')
  disc(pen, 352, 318, 23, '#eef5ff')
  disc(pen, 345, 312, 5, 'rgba(176,196,222,.6)')
  disc(pen, 360, 325, 3.5, 'rgba(176,196,222,.5)')
  for (const [x, y, size] of [
    [70, 280, 1],
    [230, 250, 0.8],
    [150, 340, 0.6],
  ] as const)
    cloud(pen, x, y, size, 'rgba(120,152,196,.28)')
  islands(pen, '#1c4066', '#14304f')
  fillBand(pen, 'rgba(150,200,235,.25)')
}

function fillDown(pen: CanvasRenderingContext2D, colours: readonly string[]): void {
  const down = pen.createLinearGradient(0, 60, 0, skyHeight)
  colours.forEach((colour, index) => down.addColorStop(index / (colours.length - 1), colour))
  pen.fillStyle = down
  pen.fillRect(0, 0, skyWidth, skyHeight)
}

function fillBand(pen: CanvasRenderingContext2D, colour: string): void {
  const band = pen.createLinearGradient(0, skyHeight - 60, 0, skyHeight)
  band.addColorStop(0, 'rgba(255,255,255,0)')
  band.addColorStop(1, colour)
  pen.fillStyle = band
  pen.fillRect(0, skyHeight - 60, skyWidth, 60)
}

function halo(pen: CanvasRenderingContext2D, x: number, y: number, radius: number, colour: string): void {
  const glow = pen.createRadialGradient(x, y, 0, x, y, radius)
  glow.addColorStop(0, colour)
  glow.addColorStop(1, 'rgba(255,255,255,0)')
  pen.fillStyle = glow
  pen.fillRect(x - radius, y - radius, radius * 2, radius * 2)
}

function disc(pen: CanvasRenderingContext2D, x: number, y: number, radius: number, colour: string): void {
  pen.fillStyle = colour
  pen.beginPath()
  pen.arc(x, y, radius, 0, Math.PI * 2)
  pen.fill()
}

function cloud(pen: CanvasRenderingContext2D, x: number, y: number, size: number, colour: string): void {
  pen.fillStyle = colour
  pen.beginPath()
  for (const [dx, dy, radius] of [
    [0, 0, 15],
    [17, -8, 18],
    [37, -4, 15],
    [52, 2, 11],
    [20, 5, 15],
  ] as const) {
    pen.moveTo(x + (dx + radius) * size, y + dy * size)
    pen.arc(x + dx * size, y + dy * size, radius * size, 0, Math.PI * 2)
  }
  pen.fill()
}

function islands(pen: CanvasRenderingContext2D, far: string, near: string): void {
  hill(pen, far, [
    [-10, 0],
    [40, -26],
    [84, -44],
    [120, -22],
    [170, -8],
    [220, 0],
  ])
  hill(pen, near, [
    [330, 0],
    [372, -18],
    [404, -40],
    [430, -28],
    [470, -50],
    [500, 0],
  ])
}

function hill(
  pen: CanvasRenderingContext2D,
  colour: string,
  points: readonly (readonly [number, number])[],
): void {
  pen.fillStyle = colour
  pen.beginPath()
  points.forEach(([x, y], index) =>
    index === 0 ? pen.moveTo(x, skyHeight + y) : pen.lineTo(x, skyHeight + y),
  )
  pen.fill()
}

function paintWave(pictures: Pictures, fill: string, crest: string): Picture {
  return pictures.paint(720, 36, (pen) => {
    pen.beginPath()
    pen.moveTo(0, 36)
    for (let x = 0; x <= 720; x += 3)
      pen.lineTo(
        x,
        9 + 5 * Math.sin((x / wavePeriod) * Math.PI * 2) + 1.6 * Math.sin((x / wavePeriod) * Math.PI * 6),
      )
    pen.lineTo(720, 36)
    const down = pen.createLinearGradient(0, 4, 0, 36)
    down.addColorStop(0, fill)
    down.addColorStop(1, 'rgba(74,190,226,0)')
    pen.fillStyle = down
    pen.fill()
    pen.strokeStyle = crest
    pen.lineWidth = 1.8
    pen.beginPath()
    for (let x = 0; x <= 720; x += 3)
      pen.lineTo(
        x,
        9 + 5 * Math.sin((x / wavePeriod) * Math.PI * 2) + 1.6 * Math.sin((x / wavePeriod) * Math.PI * 6),
      )
    pen.stroke()
  })
}
