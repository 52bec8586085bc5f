// Tests that look at every screen open every screen.
import { expect, test } from 'vitest'
import { opened } from '../testing/opened.ts'
import { screens } from './screens.ts'

test('every screen is opened by the tests of all screens', () => {
  const paths = opened.map(([address]) => address.split('?')[0])
  const missing = screens.filter(({ path }) => {
    const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)
    return !paths.some((one) => pattern.test(one ?? ''))
  })
  expect(missing.map(({ path }) => path)).toEqual([])
})
