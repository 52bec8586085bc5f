// When the picture of what is still has to be drawn again.
import { expect, test } from 'vitest'
import { Container, Sprite } from './node.ts'
import { Stills } from './stills.ts'
import { Texture } from './texture.ts'

const texture = () => new Texture(document.createElement('canvas'))

function group(): { root: Container; stone: Sprite; light: Sprite } {
  const root = new Container()
  const [stone, light] = [new Sprite(texture()), new Sprite(texture())]
  root.addChild(stone, light)
  return { root, stone, light }
}

test('the first picture is new, the same again is not', () => {
  const { root } = group()
  const stills = new Stills()
  expect(stills.changed(root)).toBe(true)
  expect(stills.changed(root)).toBe(false)
})

test.each<[string, (of: ReturnType<typeof group>) => void]>([
  ['moved with its group', ({ root }) => (root.y = 3)],
  ['turned', ({ stone }) => (stone.rotation = 0.1)],
  ['fainter', ({ light }) => (light.alpha = 0.9)],
  ['of another colour', ({ stone }) => (stone.tint = 0x8397c4)],
  ['another texture', ({ stone }) => (stone.texture = texture())],
  ['added as light', ({ light }) => (light.blendMode = 'add')],
  ['gone from the front', ({ light }) => (light.visible = false)],
  ['gone from the back', ({ stone }) => (stone.visible = false)],
  ['one more', ({ root }) => root.addChild(new Sprite(texture()))],
])('a sprite that is %s makes another picture, once', (_, change) => {
  const of = group()
  const stills = new Stills()
  stills.changed(of.root)
  change(of)
  expect(stills.changed(of.root)).toBe(true)
  expect(stills.changed(of.root)).toBe(false)
})
