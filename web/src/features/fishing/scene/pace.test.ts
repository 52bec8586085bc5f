import { expect, test } from 'vitest'
import { Pace } from './pace.ts'

/** Plays frames whose time depends on the sharpness; gives the sharpness after each change. */
function play(pace: Pace, start: number, timeOf: (sharpness: number) => number, count = 1_000): number[] {
  const changes: number[] = []
  for (let index = 0; index < count; index++) {
    const changed = pace.frame(timeOf(changes.at(-1) ?? start))
    if (changed !== null) changes.push(changed)
  }
  return changes
}

test('a quick device keeps its sharpness, a single long frame included', () => {
  let index = 0
  expect(play(new Pace(2), 2, () => (index++ % 90 === 0 ? 400 : 16.7))).toEqual([])
})

test('a device that is short of pixels gets fewer until it keeps up, and no fewer', () => {
  const changes = play(new Pace(2), 2, (sharpness) => Math.max(16.7, sharpness * 24))
  expect((changes.at(-1) ?? 0) * 24).toBeLessThan(1000 / 55)
  expect((changes.at(-1) ?? 0) * 24).toBeGreaterThan(12)
})

test('never less than half', () => {
  expect(play(new Pace(1), 1, (sharpness) => 60 * sharpness)).toEqual(
    [0.55, 0.5].map((sharpness) => expect.closeTo(sharpness, 2)),
  )
})

test('where pixels are not the reason the picture stays sharp', () => {
  expect(play(new Pace(2), 2, () => 33.3)).toEqual(
    [1.48, 2, 1.48, 2].map((sharpness) => expect.closeTo(sharpness, 2)),
  )
})

test('a device that was asked for 30 frames is not judged by them', () => {
  expect(play(new Pace(1, 1000 / 30), 1, () => 33.4)).toEqual([])
})
