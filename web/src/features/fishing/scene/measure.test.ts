import { expect, test } from 'vitest'
import { bandOf, bottomLevel, cameraTop, depthOf, dice, floorDepth, levelAt, slotOf } from './measure.ts'

test('the bands begin where the rules say', () => {
  expect([1, 5, 6, 10, 11, 20, 21, 27, 28, 37].map(bandOf)).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4])
})

test("level and depth are each other's inverse, and the sea-bed is below the last level", () => {
  for (const level of [1, 12, bottomLevel]) expect(levelAt(depthOf(level))).toBeCloseTo(level)
  expect(floorDepth).toBeGreaterThan(depthOf(bottomLevel))
})

test('the camera keeps the hook in view and shows neither too much sky nor what is below the bed', () => {
  for (const height of [184, 480, 760]) {
    for (let level = 1; level <= bottomLevel; level += 1) {
      const top = cameraTop(depthOf(level), height)
      expect(depthOf(level)).toBeGreaterThan(top)
      expect(depthOf(level)).toBeLessThan(top + height)
      expect(top).toBeGreaterThanOrEqual(-height * 0.42)
      expect(top + height).toBeLessThanOrEqual(floorDepth + 131)
    }
  }
})

test('the newest fish hangs next to the hook and thirty-seven of them still fit', () => {
  expect(slotOf(2, 3).rise).toBe(slotOf(0, 1).rise)
  expect(slotOf(0, 3).rise).toBeGreaterThan(slotOf(1, 3).rise)
  expect(slotOf(0, 37).rise).toBeLessThan(600)
  expect(slotOf(0, 37).scale).toBeGreaterThan(0.6)
})

test('the same seed draws the same sea', () => {
  const left = dice(11)
  const right = dice(11)
  for (let index = 0; index < 5; index += 1) expect(left()).toBe(right())
})
