import { expect, test } from 'vitest'
import { fishIds } from './art/catalogue.ts'
import { storyOf } from './stories.ts'

test('every fish has a picture of its own, and an unknown one has a picture', () => {
  const addresses = fishIds.map(storyOf)
  expect(new Set(addresses).size).toBe(fishIds.length)
  expect(addresses.every((address) => address.includes('.jpg'))).toBe(true)
  expect(storyOf('a fish of tomorrow')).toBe(storyOf('sardine'))
})
