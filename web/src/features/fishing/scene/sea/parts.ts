/** What the sea is made of: every drawing turned into a texture, every layer built once. */
import { flora } from '../../art/flora.ts'
import { boat, chest, chestOpen, coin, fry, gull, hoard, hook, mine, wreck } from '../../art/props.ts'
import { backWave, day, frontWave, night } from '../../art/sky.ts'
import type { SceneOptions, SceneTheme } from '../contract.ts'
import { Backdrop } from './backdrop.ts'
import type { Breed } from './creature.ts'
import type { Cast } from './moments.ts'
import { Idle } from './idle.ts'
import { Particles } from './particles.ts'
import { breathe, bubbleDisc, Pictures, softDisc, type Picture } from './pictures.ts'
import { Schools } from './schools.ts'
import { pixelRatio } from './stage.ts'
import { Surface } from './surface.ts'
import { Tackle } from './tackle.ts'
import { Walls } from './walls.ts'

/** Texture pixels for a pixel of the screen: nothing in the sky has an edge that would miss them. */
const skyFineness = 0.75

/** The layers and what they share. */
export interface Parts {
  readonly pictures: Pictures
  readonly breed: Breed
  readonly backdrop: Backdrop
  readonly surface: Surface
  readonly walls: Walls
  readonly schools: Schools
  readonly idle: Idle
  readonly tackle: Tackle
  readonly particles: Particles
  readonly props: Cast['props']
}

/** Builds everything; `bends`: the renderer has meshes. */
export async function partsOf(bends: boolean, options: SceneOptions): Promise<Parts> {
  const pictures = new Pictures(pixelRatio(options.low))
  const named = { boat, hook, mine, chest, chestOpen, coin, wreck, hoard, backWave, frontWave, gull, fry }
  const drawn = Object.fromEntries(
    await Promise.all(
      Object.entries(named).map(async ([key, art]) => [key, await pictures.draw(key, art)] as const),
    ),
  ) as Record<keyof typeof named, Picture>
  const plants = await Promise.all(flora.map((art, index) => pictures.draw(`flora:${index}`, art)))
  const skyOf = (theme: SceneTheme) =>
    pictures.draw(`sky:${theme}`, theme === 'light' ? day : night, skyFineness)
  const sky = await skyOf(options.theme)
  const soft = await sliced(() => softDisc(pictures, 128))
  const breed: Breed = { halo: soft, bends }
  const stones = { flora: plants, wreck: drawn.wreck, hoard: drawn.hoard }
  return {
    pictures,
    breed,
    backdrop: await sliced(() => new Backdrop(pictures, options.low)),
    surface: await sliced(() => new Surface({ ...drawn, sky }, options.theme, skyOf)),
    walls: await sliced(() => new Walls(pictures, stones)),
    idle: await sliced(() => new Idle(drawn.gull, drawn.fry, options.calm)),
    schools: new Schools(pictures, breed, options.low),
    tackle: await sliced(() => new Tackle(pictures, drawn.hook, soft)),
    particles: await sliced(
      () => new Particles({ bubble: bubbleDisc(pictures), soft, coin: drawn.coin }, options.low),
    ),
    props: {
      mine: drawn.mine,
      chest: drawn.chest,
      chestOpen: drawn.chestOpen,
      soft,
      ring: await sliced(() => paintRing(pictures)),
    },
  }
}

/** Makes a part in a task of its own: all of them in one would hold up a tap. */
async function sliced<Part>(make: () => Part): Promise<Part> {
  await breathe()
  return make()
}

function paintRing(pictures: Pictures): Picture {
  return pictures.paint(128, 128, (pen) => {
    pen.strokeStyle = 'rgba(255,255,255,.9)'
    pen.lineWidth = 5
    pen.beginPath()
    pen.arc(64, 64, 58, 0, Math.PI * 2)
    pen.stroke()
  })
}
