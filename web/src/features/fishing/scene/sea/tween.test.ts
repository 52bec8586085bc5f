import { expect, test } from 'vitest'
import { even, Tweens } from './tween.ts'

test('a change runs from 0 to 1 with the clock of the frames and then resolves', async () => {
  const tweens = new Tweens()
  tweens.resume()
  const seen: number[] = []
  let done = false
  const ended = tweens
    .run(100, (part) => seen.push(part), even)
    .then(() => {
      done = true
    })
  tweens.tick(25)
  tweens.tick(50)
  expect(seen).toEqual([0, 0.25, 0.75])
  expect(done).toBe(false)
  tweens.tick(999)
  await ended
  expect(seen.at(-1)).toBe(1)
})

test('when the scene is hidden everything under way jumps to its end', async () => {
  const tweens = new Tweens()
  tweens.resume()
  let place = 0
  const ended = tweens.run(10_000, (part) => {
    place = part
  })
  tweens.halt()
  await ended
  expect(place).toBe(1)
})

test('what starts while hidden ends at once', async () => {
  let place = 0
  await new Tweens().run(10_000, (part) => {
    place = part
  })
  expect(place).toBe(1)
})

test('a change that starts another one in its last step disturbs nobody', () => {
  const tweens = new Tweens()
  tweens.resume()
  const ends: string[] = []
  void tweens.run(10, (part) => {
    if (part === 1) {
      ends.push('first')
      void tweens.run(10, (inner) => {
        if (inner === 1) ends.push('second')
      })
    }
  })
  void tweens.run(10, (part) => {
    if (part === 1) ends.push('other')
  })
  tweens.tick(10)
  tweens.tick(10)
  expect(ends.toSorted()).toEqual(['first', 'other', 'second'])
})
