/** Where the sea meets the air: sky, far islands, two rows of waves and the boat between them. */
import { Container, Sprite } from '../draw/node.ts'
import { boat as boatArt, rodTip, waterline } from '../../art/props.ts'
import type { SceneTheme } from '../contract.ts'
import { skyHeight, skyWidth, waveHeight, wavePeriod, waveWidth } from '../../art/sky.ts'
import { moonlight } from '../water.ts'
import type { Picture } from './pictures.ts'

/** Drawings the surface needs. */
export interface SurfaceParts {
  readonly boat: Picture
  /** The sky of the first frame. */
  readonly sky: Picture
  readonly backWave: Picture
  readonly frontWave: Picture
}

/** The top of the world. `tip` is where the line starts, in world coordinates. */
export class Surface {
  /** Behind the water. */
  readonly sky = new Container()
  /** In front of the water, behind the line. */
  readonly view = new Container()
  readonly tip = { x: 0, y: 0 }
  private readonly air: Sprite
  private theme: SceneTheme
  /** The sky of a theme, drawn when it is first asked for. */
  private readonly skyOf: (theme: SceneTheme) => Promise<Picture>
  private readonly backWave: Sprite
  private readonly frontWave: Sprite
  private readonly boat: Sprite

  constructor(
    { boat, sky, backWave, frontWave }: SurfaceParts,
    theme: SceneTheme,
    skyOf: (theme: SceneTheme) => Promise<Picture>,
  ) {
    this.theme = theme
    this.skyOf = skyOf
    this.air = new Sprite(sky.texture)
    this.sky.addChild(this.air)
    this.backWave = new Sprite(backWave.texture)
    this.frontWave = new Sprite(frontWave.texture)
    this.boat = new Sprite(boat.texture)
    this.boat.anchor.set(rodTip[0] / boatArt.width, waterline / boatArt.height)
    this.boat.scale.set(boat.scale)
    this.view.addChild(this.backWave, this.boat, this.frontWave)
  }

  setTheme(theme: SceneTheme): void {
    this.theme = theme
    void this.skyOf(theme).then((picture) => {
      if (this.theme === theme) this.air.texture = picture.texture
    })
    const tint = theme === 'light' ? 0xffffff : moonlight
    this.backWave.tint = tint
    this.frontWave.tint = tint
    this.boat.tint = theme === 'light' ? 0xffffff : 0xc9d3ea
  }

  resize(width: number): void {
    this.air.setSize(Math.max(skyWidth, width), skyHeight)
    this.air.position.set(-Math.max(skyWidth, width) / 2, -skyHeight + 6)
    for (const wave of [this.backWave, this.frontWave]) wave.setSize(waveWidth, waveHeight)
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
