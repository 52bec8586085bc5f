// Which sprites of a 2D canvas are copied, and that a copy looks like what it stands for.
import { expect, test } from 'vitest'
import { Copies } from './copies.ts'
import { Sprite, walk } from './node.ts'
import { Texture } from './texture.ts'

const [width, height] = [200, 100]

/** White, with a red right half. */
function texture(): Texture {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const pen = canvas.getContext('2d')
  if (pen === null) throw new Error('the copy cannot be painted')
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, width, height)
  pen.fillStyle = '#ff0000'
  pen.fillRect(width / 2, 0, width / 2, height)
  return new Texture(canvas)
}

/** A sprite in a view of 500 × 500 pixels; `seen` is a frame that shows it. */
function shown(change: Partial<Sprite> = {}) {
  const copies = new Copies()
  copies.forView(500 * 500)
  const sprite = Object.assign(new Sprite(texture()), change)
  const seen = () => {
    walk(sprite, () => undefined)
    return copies.lying(sprite, 1)
  }
  return { copies, sprite, seen }
}

const red = (canvas: HTMLCanvasElement, x: number, y: number) =>
  canvas.getContext('2d')?.getImageData(x, y, 1, 1).data.join() === '255,0,0,255'

test('what is turned has a copy from its second frame on, and the same while it hardly moves', () => {
  const { sprite, seen } = shown({ rotation: 0.3 })
  expect(seen()).toBeNull()
  const first = seen()
  expect(first).not.toBeNull()
  sprite.rotation += 0.004
  sprite.x += 7
  expect(seen()).toBe(first)
  sprite.rotation += 0.006
  const second = seen()
  expect(second).not.toBe(first)
  expect(second?.canvas).toBe(first?.canvas)
})

test('what turns or grows quickly has none', () => {
  const { sprite, seen } = shown({ rotation: 0.3 })
  for (let frame = 0; frame < 5; frame += 1) {
    sprite.rotation += 0.05
    expect(seen()).toBeNull()
  }
})

test('what is small or glides upright is drawn between pixels', () => {
  const { sprite, seen } = shown()
  sprite.scale.set(0.5)
  seen()
  expect(seen()).toBeNull()
  sprite.rotation = 0.3
  sprite.scale.set(0.1)
  seen()
  expect(seen()).toBeNull()
})

test('light that is not turned has a copy, and a texture in its own size is one', () => {
  const light = shown({ blendMode: 'add' })
  light.sprite.scale.set(0.5)
  light.seen()
  expect(light.seen()?.canvas.width).toBeGreaterThanOrEqual(width / 2)
  const stone = shown()
  stone.seen()
  expect(stone.seen()?.canvas).toBe(stone.sprite.texture.source)
})

test('a copy is painted where its sprite is, whatever its anchor, and never over the texture', () => {
  const { sprite, seen } = shown()
  sprite.anchor.set(1, 0.5)
  seen()
  seen()
  sprite.rotation = Math.PI / 2
  sprite.scale.set(0.4)
  seen()
  const copy = seen()
  if (copy === null) throw new Error('there is no copy')
  // Turned clockwise about the middle of its right edge, the red half ends at the sprite's place.
  expect(copy.left).toBeLessThanOrEqual(-height / 5)
  expect(copy.left).toBeGreaterThan(-height / 5 - 3)
  expect(red(copy.canvas, -copy.left, -10 - copy.top)).toBe(true)
  expect(red(copy.canvas, -copy.left, -width / 5 - 10 - copy.top)).toBe(false)
  expect(red(sprite.texture.source, width - 5, 5)).toBe(true)
})

test('a large sprite has its strength in a copy of its own once that stays', () => {
  const { sprite, seen } = shown({ alpha: 0.5 })
  sprite.scale.set(2.1)
  seen()
  expect(seen()?.faded).toBe(false)
  expect(seen()?.faded).toBe(true)
  sprite.alpha = 0.4
  expect(seen()?.faded).toBe(false)
})

test('another texture or colour is another copy', () => {
  const { sprite, seen } = shown({ rotation: 0.3 })
  seen()
  const first = seen()
  sprite.tint = 0x8397c4
  expect(seen()).toBeNull()
  expect(seen()?.canvas).not.toBe(first?.canvas)
  sprite.texture = texture()
  expect(seen()).toBeNull()
})
