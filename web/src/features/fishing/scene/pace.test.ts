import { expect, test } from 'vitest'
import { Pace } from './pace.ts'

/** Plays frames whose time depends on how much lives; gives that after each change. */
function play(pace: Pace, timeOf: (life: number) => number, count = 1_000): number[] {
  const changes: number[] = []
  for (let index = 0; index < count; index++) {
    const changed = pace.frame(timeOf(changes.at(-1) ?? 1))
    if (changed !== null) changes.push(changed)
  }
  return changes
}

test('a quick device keeps everything, a single long frame included', () => {
  let index = 0
  expect(play(new Pace(), () => (index++ % 90 === 0 ? 400 : 16.7))).toEqual([])
})

test('a device that is slow by what lives gets less until it keeps up, and no less', () => {
  expect(play(new Pace(), (life) => Math.max(16.7, life * 40))).toEqual([0.5, 0.25])
})

test('in the end nothing lives, and that is left alone', () => {
  expect(play(new Pace(), (life) => 60 + 60 * life)).toEqual([0.5, 0.25, 0])
})

test('where life is not the reason it all comes back', () => {
  expect(play(new Pace(), () => 33.3)).toEqual([0.5, 1, 0.5, 1])
})

test('a device that was asked for 30 frames is not judged by them', () => {
  expect(play(new Pace(1000 / 30), () => 33.4)).toEqual([])
})
