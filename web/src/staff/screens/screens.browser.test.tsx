// Every finance and audit screen in a real browser, light and dark: it draws its data, axe finds no fault, and nothing
// is wider than the window.
import axe from 'axe-core'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, show } from '../testing/render.tsx'
import { head, mara } from '../testing/world.ts'

const screens = [
  ['/overview', 'Custody'],
  ['/players?q=R361FY3Z', 'R361FY3Z'],
  [`/players/${mara}`, 'Exchanged'],
  ['/entries', 'Prize reserve'],
  ['/entries?account=usdt&at=48010', 'Read only'],
  ['/trial', 'Custody wallets'],
  [`/statement?owner=${mara}`, 'Opening plus lines equals closing'],
  ['/events', 'Cast resolved'],
  [`/events/0/${head}`, 'Exchanged 1,000.00 GUSD'],
  ['/registers', 'case-118'],
  ['/proofs?position=48000', 'is in the log'],
  ['/samples?seed=november', '48,031 events'],
  ['/replay?job=1', 'differ'],
  ['/audits?job=1', 'laws hold'],
  ['/exports?job=1', 'manifest.json'],
  ['/bundle', 'No file leaves the browser'],
] as const

beforeEach(() => void answer())

const cases = screens.flatMap(([path, text]) =>
  (['light', 'dark'] as const).map((theme) => [path, theme, text] as const),
)

test.each(cases)('%s, %s', async (path, theme, text) => {
  document.documentElement.dataset['theme'] = theme
  await page.viewport(1440, 900)
  const { container } = await show(path)
  await expect
    .poll(
      () =>
        container.textContent?.includes(text) &&
        container.querySelector('[role=status][aria-label=Loading]') === null,
      { timeout: 10_000 },
    )
    .toBe(true)

  expect([...container.querySelectorAll('[role=alert]')].map((alert) => alert.textContent)).toEqual([])
  const { violations } = await axe.run(container)
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 200)).join(' | ')}`),
  ).toEqual([])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(1440)
})
