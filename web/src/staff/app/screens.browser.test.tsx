// Every screen in a real browser, once in English and once in Chinese, on a large screen and on the smallest one of an
// office, light and dark, with the richest thing that it can have open: it draws its data, axe finds no fault, and
// nothing is wider than the window.
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectClean, prepareConsole, show } from '../testing/console.tsx'
import { foreign } from '../testing/foreign.ts'
import { head, mara } from '../testing/world.ts'
import { en } from '../texts/en/index.ts'
import { setTexts } from '../texts/index.ts'
import { zh } from '../texts/zh/index.ts'
import { screens } from './screens.ts'

prepareConsole()

/** An address of each screen, and a text that only its data brings. */
const opened = [
  ['/overview', 'Custody'],
  ['/players?q=R361FY3Z', 'R361FY3Z'],
  ['/player-list', 'K93HD0PA'],
  [`/players/${mara}`, 'Exchanged'],
  ['/entries', 'Prize reserve'],
  ['/entries?account=usdt&at=48010', 'Read only'],
  ['/trial', 'Custody wallets'],
  ['/financials?from=41000', 'Prior period'],
  [`/statement?owner=${mara}`, 'Opening plus lines equals closing'],
  ['/restatement?period=2026-09', 'One event made the difference'],
  ['/events', 'Cast resolved'],
  [`/events/0/${head}`, 'Exchanged 1,000.00 GUSD'],
  ['/registers', 'case-118'],
  ['/proofs?position=48000', 'is in the log'],
  ['/samples?seed=november', '48,031 events'],
  ['/unit-samples?open=1', '5 lines selected'],
  ['/replay?job=1', 'differ'],
  ['/audits?job=1', 'laws hold'],
  ['/exports?job=1', 'manifest.json'],
  ['/bundle', 'No file leaves the browser'],
  ['/desks/alerts', 'Wallets hold too little'],
  ['/desks/withdrawals?open=0193f0c2-7a11-7bbb-8ccc-100000000004', 'Messages that were signed'],
  ['/desks/cases?open=C-7K2M9QXA', 'Acts that name it'],
  ['/desks/kyc', 'MT'],
  ['/desks/erasure', 'letter 12'],
  ['/desks/topups?open=9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', 'Order number'],
  ['/desks/proposals?open=0193f0c2-7a11-7bbb-8ccc-000000000001', 'What to know before deciding'],
  ['/desks/adjustments', 'What to correct'],
  ['/desks/treasury', 'What to dedicate'],
  ['/desks/freezes', 'case 4409'],
  ['/desks/play?open=0193f0c2-7a11-7bbb-8ccc-0123456789ac', 'Contacts, newest first'],
  ['/desks/ranks?open=0193f0c2-7a11-7bbb-8ccc-0000000000b1', 'Forty accounts of one device'],
  ['/desks/packets?open=2f6d0c3e-91b4-8a55-b7de-40c1d2e3f4a1', 'Stop it'],
  ['/desks/config?open=shop', 'version 11 in force'],
  ['/desks/days?open=2026-11-20', 'The signed report'],
  ['/desks/reconciliation?job=1&open=0', 'What a chain reports and the journal has not'],
  ['/desks/periods?open=2026-10', 'Restated from earlier months'],
  ['/desks/views?open=ranks 0', 'Rebuild and compare'],
  ['/desks/keys', 'No key'],
  ['/desks/accounts', 'finance lead'],
] as const

test('every screen is opened here', () => {
  const paths = opened.map(([address]) => address.split('?')[0])
  const missing = screens.filter(({ path }) => {
    const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)
    return !paths.some((one) => pattern.test(one ?? ''))
  })
  expect(missing.map(({ path }) => path)).toEqual([])
})

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
