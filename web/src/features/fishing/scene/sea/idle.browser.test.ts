// The idle life: it comes to a hook that rests, is off before a cast, and is not there for who wants less motion.
import { expect, test } from 'vitest'
import { Texture } from '../draw/texture.ts'
import { Idle } from './idle.ts'
import type { Picture } from './pictures.ts'

const frameS = 1 / 30
const picture = (): Picture => ({ texture: Texture.white, width: 1, height: 1, scale: 1 })
const idle = (calm = false) => new Idle(picture(), picture(), calm)

/** Lets so many seconds pass; gives the strongest twitch. */
function pass(life: Idle, seconds: number, rests: boolean, fromS = 0): number {
  let most = 0
  for (let now = fromS; now < fromS + seconds; now += frameS) {
    life.tick(frameS, now, { x: 0, y: 400, rests })
    most = Math.max(most, life.twitch)
  }
  return most
}
const seen = (life: Idle) => life.water.children.filter(({ alpha }) => alpha > 0.05).length

test('fry come to a hook that rests, and nibble', () => {
  const life = idle()
  expect(pass(life, 20, true)).toBeGreaterThan(0.5)
  expect(seen(life)).toBe(4)
})

test('once a cast is asked for they are off, and the hook is still', () => {
  const life = idle()
  pass(life, 20, true)
  pass(life, 1, false, 20)
  expect(seen(life)).toBe(0)
  expect(pass(life, 30, false, 21)).toBe(0)
})

test('nothing of it moves for a player who wants less motion', () => {
  const life = idle(true)
  expect(pass(life, 20, true)).toBe(0)
  expect([...life.air.children, ...life.water.children]).toEqual([])
})
