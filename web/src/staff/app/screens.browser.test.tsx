// Every screen in a real browser, once in English and once in Chinese, on a large screen and on the smallest one of an
// office, light and dark, with the richest thing that it can have open: it draws its data, axe finds no fault, and
// nothing is wider than the window.
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectClean, prepareConsole, show } from '../testing/console.tsx'
import { englishIn } from '../testing/foreign.ts'
import { everything } from '../testing/opened.ts'
import { en } from '../texts/en/index.ts'
import { setTexts } from '../texts/index.ts'
import { zh } from '../texts/zh/index.ts'

prepareConsole()

/** A large screen of an office and the smallest one; each theme on one of them. */
const seen = [
  ['light', 1440, 900],
  ['dark', 1280, 720],
] as const

/** Each screen on one of them; in the other language on the other one. */
const casesOf = (half: 0 | 1) =>
  everything.map(([path, text], index) => {
    const [theme, width, height] = seen[(index + half) % 2 === 0 ? 0 : 1]
    return [path, theme, width, height, text] as const
  })

test.each(casesOf(0))('%s, %s, %i × %i', async (path, theme, width, height, text) => {
  await page.viewport(width, height)
  document.documentElement.dataset['theme'] = theme
  const { container } = await show(path)
  await expect.poll(() => container.textContent, { timeout: 10_000 }).toContain(text)
  expect([...container.querySelectorAll('[role=alert]')].map((alert) => alert.textContent)).toEqual([])
  await expectClean(container)
})

afterEach(() => setTexts(en))

test.each(casesOf(1))('%s, %s, %i × %i, in Chinese', async (path, theme, width, height) => {
  await page.viewport(width, height)
  document.documentElement.dataset['theme'] = theme
  setTexts(zh)
  const { container } = await show(path)
  expect([...container.querySelectorAll('[role=alert]')].map((alert) => alert.textContent)).toEqual([])
  expect(englishIn(container)).toEqual([])
  await expectClean(container)
})
