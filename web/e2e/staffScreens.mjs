// Screens of the staff console for pictures, and how they are opened with fixture answers.

/** Somebody's desk. */
export const deskSize = { width: 1440, height: 900 }

/** A page for one person at a desk; problems are collected. `nowMs` stops the clock for fixture answers. */
export async function openDesk(browser, { dark = false, nowMs = null } = {}) {
  const context = await browser.newContext({
    viewport: deskSize,
    deviceScaleFactor: 1,
    colorScheme: dark ? 'dark' : 'light',
    locale: 'en',
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
      document.querySelector('h1') !== null &&
      document.querySelector('[role=status][aria-label=Loading], [data-on]') === null,
  )
  await page.evaluate(() => document.fonts.ready)
}

const mara = '1b311d39-ade5-51ce-aca9-49a3383d0aa6'
const press =
  (name, role = 'button') =>
  async (page) =>
    page.getByRole(role, { name }).first().click()

/** The shell's own and the finance screens, each with the state that a picture shows. */
export const shellScreens = [
  { name: '01-overview', route: '/overview' },
  { name: '02-players', route: '/players?q=R361FY3Z' },
  { name: '03-player', route: `/players/${mara}` },
  { name: '04-player-past', route: `/players/${mara}?upto=47940` },
  { name: '05-player-lines', route: `/players/${mara}`, act: press('USDT') },
  {
    name: '06-player-why',
    route: `/players/${mara}`,
    act: async (page) => {
      await press('USDT')(page)
      await page.getByRole('dialog').getByRole('row').nth(1).click()
    },
  },
  { name: '07-entries', route: '/entries' },
  { name: '08-entries-past', route: '/entries?account=usdt&at=48010' },
  { name: '09-trial', route: '/trial' },
  { name: '10-statement', route: `/statement?owner=${mara}` },
  { name: '11-events', route: '/events' },
  { name: '12-event', route: '/events/0/48031' },
  { name: '13-registers', route: '/registers' },
  { name: '14-proofs', route: '/proofs?position=48000' },
  { name: '15-samples', route: '/samples?seed=november' },
  { name: '16-replay', route: '/replay?job=1' },
  { name: '17-audits', route: '/audits?job=1' },
  { name: '18-exports', route: '/exports?job=1' },
  { name: '19-bundle', route: '/bundle' },
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
