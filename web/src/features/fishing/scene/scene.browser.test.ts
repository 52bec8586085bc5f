// The scene in a real browser: it draws, it is one canvas for good, and it ends what it began.
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Scene, SceneOptions, SeaModel } from './contract.ts'
import { loadScene } from './load.ts'
import { openSea } from './sea/scene.ts'

const options: SceneOptions = { theme: 'light', low: true, calm: false, renderer: 'webgl' }
const deep: SeaModel = {
  diving: true,
  level: 33,
  line: [
    { level: 9, id: 'tuna' },
    { level: 30, id: 'anglerfish' },
  ],
  shield: true,
  waiting: false,
}

let host: HTMLDivElement
let scene: Scene | null = null

beforeEach(() => {
  host = document.createElement('div')
  host.style.cssText = 'position:relative;width:320px;height:400px'
  document.body.append(host)
})

afterEach(() => {
  scene?.destroy()
  scene = null
  host.remove()
})

/** Colours of a few places of the picture, read from a copy of the next frame. */
async function colours(): Promise<readonly string[]> {
  const canvas = host.querySelector('canvas')
  if (canvas === null) throw new Error('there is no canvas')
  const copy = document.createElement('canvas')
  copy.width = canvas.width
  copy.height = canvas.height
  const pen = copy.getContext('2d')
  if (pen === null) throw new Error('the copy cannot be painted')
  // Between two frames the scene has asked for its next one; who asks now is called after it has drawn.
  await new Promise((resolve) => setTimeout(resolve))
  return new Promise((resolve) => {
    // Inside the frame: a WebGL canvas is empty again after it.
    requestAnimationFrame(() => {
      pen.drawImage(canvas, 0, 0)
      resolve(
        [
          [20, 20],
          [160, 200],
          [300, 380],
          [160, 390],
        ].map(([x = 0, y = 0]) => [...pen.getImageData(x, y, 1, 1).data].join(',')),
      )
    })
  })
}

/** The first picture that is not the same everywhere. At 30 frames a second every other frame draws nothing. */
async function drawn(): Promise<readonly string[]> {
  let seen: readonly string[] = []
  await expect
    .poll(async () => new Set((seen = await colours())).size, { timeout: 10_000 })
    .toBeGreaterThan(1)
  return seen
}

test.each(['webgl', 'canvas'] as const)(
  'the sea is drawn by %s, light above and dark below',
  async (renderer) => {
    scene = await openSea({ ...options, renderer })
    expect(scene.renderer).toBe(renderer)
    scene.attach(host)
    const top = await drawn()
    scene.show(deep)
    await expect.poll(async () => brightness((await drawn())[2] ?? ''), { timeout: 10_000 }).toBeLessThan(120)
    expect(brightness(top[0] ?? '')).toBeGreaterThan(300)
  },
)

test('leaving and coming back shows the same canvas, and everything under way has ended', async () => {
  scene = await openSea(options)
  scene.attach(host)
  scene.show({ ...deep, level: 12, line: [] })
  const canvas = host.querySelector('canvas')
  const moment = scene.play({ kind: 'fish', fish: { level: 12, id: 'ray' } })
  scene.detach()
  expect(host.querySelector('canvas')).toBeNull()
  await moment
  scene.attach(host)
  expect(host.querySelector('canvas')).toBe(canvas)
  await drawn()
})

test('every moment comes to its end', async () => {
  scene = await openSea(options)
  scene.attach(host)
  await scene.play({ kind: 'drop', level: 6 })
  await scene.play({ kind: 'fish', fish: { level: 6, id: 'squid' } })
  await scene.play({ kind: 'empty' })
  await scene.play({ kind: 'chest' })
  await scene.play({ kind: 'mine', destroyed: [], shield: true })
  await scene.play({ kind: 'mine', destroyed: [6], shield: false })
  await scene.play({ kind: 'surface', celebrate: true })
}, 30_000)

test('a player who wants less motion gets short fades', async () => {
  scene = await openSea({ ...options, calm: true })
  scene.attach(host)
  const begun = performance.now()
  await scene.play({ kind: 'drop', level: 37 })
  await scene.play({ kind: 'mine', destroyed: [], shield: false })
  expect(performance.now() - begun).toBeLessThan(2_500)
})

test('the page has one scene however often it is asked for', async () => {
  const first = loadScene(options)
  expect(loadScene(options)).toBe(first)
  ;(await first).destroy()
})

function brightness(colour: string): number {
  const [red = 0, green = 0, blue = 0] = colour.split(',').map(Number)
  return red + green + blue
}
