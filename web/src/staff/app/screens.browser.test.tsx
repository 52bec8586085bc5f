// Every screen in a real browser, once in English and once in Chinese, on a large screen and on the smallest one of an
// office, light and dark, with the richest thing that it can have open: it draws its data, axe finds no fault, and
// nothing is wider than the window.
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectClean, prepareConsole, show } from '../testing/console.tsx'
import { foreign } from '../testing/foreign.ts'
import { opened } from '../testing/opened.ts'
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
  opened.map(([path, text], index) => {
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

/** Parts that hold words of the console and no data. */
const spoken = 'h2, h3, th, dt, label:not(:has(select)), legend, option, button, nav a, [role=tab], header p'

/** Names that stand in them too: views that people saved; people, versions, players, cases, titles, what is copied. */
const ofViews =
  /^(?:Reserve at month end|Waiting for review|Adjustments of this .*|Large payments of .*|由 \w+ 共享)$/
const ofData =
  /^(?:English|R361FY3Z|C-7K2M9QXA.*|Paid twice.*|witness\.example.*|[0-9a-f]{8}[-…].*|.*\((?:h:)?[a-z_.]+\))$/

test.each(casesOf(1))('%s, %s, %i × %i, in Chinese', async (path, theme, width, height) => {
  await page.viewport(width, height)
  document.documentElement.dataset['theme'] = theme
  setTexts(zh)
  const { container } = await show(path)
  expect([...container.querySelectorAll('[role=alert]')].map((alert) => alert.textContent)).toEqual([])
  const left = [...container.querySelectorAll(spoken)]
    .map(({ textContent }) => textContent.trim())
    .filter((text) => !ofViews.test(text) && !ofData.test(text) && foreign(text).length > 0)
  expect([...new Set(left)]).toEqual([])
  await expectClean(container)
})
