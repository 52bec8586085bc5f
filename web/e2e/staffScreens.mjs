// Screens of the staff console for pictures, and how they are opened with fixture answers.

/** Somebody's desk. */
export const deskSize = { width: 1440, height: 900 }

/** A page for one person at a desk; problems are collected. `nowMs` stops the clock for fixture answers. */
export async function openDesk(browser, { dark = false, nowMs = null, locale = 'en' } = {}) {
  const context = await browser.newContext({
    viewport: deskSize,
    deviceScaleFactor: 1,
    colorScheme: dark ? 'dark' : 'light',
    locale,
    timezoneId: 'Europe/Malta',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  if (nowMs !== null) await page.clock.setFixedTime(nowMs)
  /** @type {string[]} */
  const problems = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text().slice(0, 300))
  })
  return { context, page, problems }
}

/** Answers the console's calls from a record of data by path; a function may look at the body. */
export async function answerStaff(page, world) {
  await page.route(/\/staff\/v1\//, async (route) => {
    const path = new URL(route.request().url()).pathname.replace('/staff/v1/', '')
    const entry = world[path]
    if (entry === undefined) return route.abort()
    const found =
      typeof entry === 'function' ? await entry(JSON.parse(route.request().postData() ?? '{}')) : entry
    const refusal = found !== null && typeof found === 'object' && 'error' in found
    await route.fulfill({
      json: {
        error: 0,
        message: '',
        data: refusal ? null : found,
        server_ts: Date.now(),
        ...(refusal ? found : {}),
      },
    })
  })
}

/** Nothing is loading and the fonts are there. */
export async function quiet(page) {
  await page.waitForFunction(
    () =>
      document.querySelector('h1') !== null && document.querySelector('[data-loading], [data-on]') === null,
  )
  await page.evaluate(() => document.fonts.ready)
}

/** Throws when the console answered with a page that says only why there is no screen: not allowed, not there, broken. */
export async function expectOpen(page, route) {
  const title = await page.getByRole('heading', { level: 1 }).innerText()
  if (/^(Not open to you|There is no such screen|This screen broke)$/.test(title))
    throw new Error(`${route} is not there: ${title}`)
}

/** Waits for a text that only the data of a screen brings, then does what the picture shows; throws when it is absent. */
export const shows = (text, then) => async (page) => {
  await page.getByText(text).filter({ visible: true }).first().waitFor()
  await then?.(page)
}

const mara = '1b311d39-ade5-51ce-aca9-49a3383d0aa6'
const press =
  (name, role = 'button') =>
  async (page) =>
    page.getByRole(role, { name }).first().click()

/** The shell's own and the finance screens, each with the state that a picture shows. */
export const shellScreens = [
  { name: '01-overview', route: '/overview', act: shows('Custody above what is owed') },
  { name: '02-players', route: '/players?q=R361FY3Z', act: shows('K93HD0PA') },
  { name: '02-player-list', route: '/player-list', act: shows('K93HD0PA') },
  { name: '03-player', route: `/players/${mara}`, act: shows('Exchanged') },
  { name: '04-player-past', route: `/players/${mara}?upto=47940`, act: shows('right after event') },
  { name: '05-player-lines', route: `/players/${mara}`, act: press('USDT') },
  {
    name: '06-player-why',
    route: `/players/${mara}`,
    act: async (page) => {
      await press('USDT')(page)
      await page.getByRole('dialog').getByRole('row').nth(1).click()
    },
  },
  { name: '07-entries', route: '/entries', act: shows('Prize reserve') },
  { name: '08-entries-past', route: '/entries?account=usdt&at=48010', act: shows('Read only') },
  { name: '09-trial', route: '/trial', act: shows('Custody wallets') },
  { name: '09-financials', route: '/financials?from=41000', act: shows('Prior period') },
  {
    name: '10-statement',
    route: `/statement?owner=${mara}`,
    act: shows('Opening plus lines equals closing'),
  },
  {
    name: '10-restatement',
    route: '/restatement?period=2026-09',
    act: shows('One event made the difference'),
  },
  { name: '11-events', route: '/events', act: shows('Cast resolved') },
  { name: '12-event', route: '/events/0/48031', act: shows('linked to the event before') },
  { name: '13-registers', route: '/registers', act: shows('case-118') },
  { name: '14-proofs', route: '/proofs?position=48000', act: shows('is in the log') },
  { name: '15-samples', route: '/samples?seed=november', act: shows('Drawn from 48,031 events') },
  { name: '16-replay', route: '/replay?job=1', act: shows('1 line differs') },
  { name: '17-audits', route: '/audits?job=1', act: shows('laws hold') },
  { name: '18-exports', route: '/exports?job=1', act: shows('manifest.json') },
  { name: '19-bundle', route: '/bundle', act: shows('No file leaves the browser') },
  {
    name: '20-palette',
    route: '/overview',
    act: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').fill('R361')
      await page.getByRole('option', { name: /R361FY3Z/ }).waitFor()
    },
  },
  { name: '21-as-of', route: '/trial', act: press('View as of') },
]

/** Five clicks from a figure of a year, which is a row of the list of periods that is open, to its event. */
export async function walkToEvent(page, year) {
  const steps = [
    () => page.getByRole('row', { name: new RegExp(`^${String(year)}\\b(?!-)`) }).first(),
    () => page.getByRole('link', { name: 'Stakes', exact: true }).first(),
    () => page.getByRole('link', { name: 'Coins staked' }),
    () => page.getByRole('row').nth(1),
    () => page.getByRole('dialog').getByRole('link', { name: 'Open the event' }),
  ]
  for (const control of steps) {
    await control().click()
    await quiet(page)
  }
  await page.getByText('linked to the event before').waitFor()
}
