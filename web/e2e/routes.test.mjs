// Every route of the app's own list, in what a phone goes through: in one language opened by its address over a slow
// network, reloaded, left by Back, on its side and on other sizes; in the other without a connection, once before its
// code has come and once before its data. No screen is blank, broken, too wide, a trap or the way out of the app, and
// no control lies under something else.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { violations } from './axe.mjs'
import { goTo, openBrowser, openPhone, phone, settled } from './browser.mjs'
import { faultsOf, shiftOf } from './layout.mjs'
import { given } from './payee.mjs'
import { base, newId, playDive, reqId } from './player.mjs'
import { createPacket } from './staff.mjs'
import { textsOf } from './texts.mjs'

// The parts side by side are no screen of the product.
globalThis.__DEV_MESSENGER__ = false
const { screens } = await import('../src/app/screens.ts')
const { parentOf } = await import('../src/app/parents.ts')

const sizes = [{ width: 320, height: 568 }, { width: 768, height: 1024 }, { width: 844, height: 390 }, phone]
/** "Slow 4G", whose latency is doubled here for each of several turns. */
const slow = { offline: false, latency: 300, downloadThroughput: 180_000, uploadThroughput: 84_375 }
const fast = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
/** What browsers call good. */
const shiftMax = 0.1
/** A state that is not there by then is missing; a busy machine takes several seconds for a page without a cache. */
const soonMs = 20_000
/** What a page without a connection reports by itself. */
const expected = [
  'A screen failed',
  'Failed to fetch dynamically imported module',
  'Failed to load',
  'No answer from',
]

const walks = { en: { arrives }, zh: { offlineWithoutCode, offlineWithoutData } }

// A walk mostly waits for a slow network: two go at once, each on a phone of its own.
describe('every route', { concurrency: 2 }, () => {
  for (const [locale, some] of Object.entries(walks))
    for (const [name, walk] of Object.entries(some))
      for (const half of [0, 1])
        test(`in ${locale}, ${name}, half ${half + 1}`, async ({ signal }) => {
          const own = routes.filter((_, index) => index % 2 === half)
          assert.deepEqual(await walked(own, walk, { locale, signal }), [])
        })
})

/** Somebody with something on every screen, whose phone walks. */
const tgId = newId()
let routes = []
/** @type {import('playwright-core').Browser} */
let browser
before(async () => {
  browser = await openBrowser()
  routes = routesFor(await played())
})
after(() => browser?.close())

/** Plays until every screen has something; gives what the addresses of some need. */
async function played() {
  const call = await given(tgId)
  await call('signin/sign')
  await playDive(call, 1)
  const { withdraw } = await call('withdraw/do', { key: 'ton', amount: '10', req_id: reqId() })
  const code = await createPacket({ asset: 'coin', total: 100, shares: 2 })
  return { '/withdraw/do/:key': 'ton', '/withdraw/detail/:key': withdraw.withdraw_id, '/red/:code': code }
}

/** The list of the app, its parameters filled in. */
function routesFor(values) {
  return ['/', ...Object.keys(screens)].map((pattern) => {
    const value = values[pattern]
    assert.equal(pattern.includes(':'), value !== undefined, `${pattern} needs a value`)
    return pattern.replace(/:\w+$/, value)
  })
}

/** One page for a walk over these routes; faults with the route before them. */
async function walked(some, walk, { locale, signal }) {
  const { context, page, problems } = await openPhone(browser, { locale })
  // A walk that takes too long stops, and leaves the machine to the others.
  signal.addEventListener('abort', () => void context.close())
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  const t = textsOf(locale)
  const failures = ['crash.title', 'offlineScreen.title', 'loadFailed'].map((key) => t(`common:${key}`))
  await page.addInitScript(watch, failures)
  await page.goto(`${base}/dev?tg_id=${tgId}`)
  await settled(page)
  await goTo(page, `/home/index?locale=${locale}`)
  const faults = []
  for (const route of some) {
    const note = (fault) => faults.push(`${route} ${walk.name}: ${fault}`)
    await walk({ page, context, devtools, route, note, t }).catch((error) =>
      note(error.message.slice(0, 300)),
    )
  }
  await context.close()
  return [...faults, ...problems.filter((problem) => !expected.some((text) => problem.includes(text)))]
}

/** Runs in the page before anything else: notes what is on the screen, each change once. */
function watch(failures) {
  globalThis.looks = []
  const stateOf = () => {
    if (document.getElementById('splash')?.checkVisibility()) return 'splash'
    const main = document.querySelector('main')
    const text = main?.innerText ?? ''
    if (failures.some((failure) => text.includes(failure))) return 'failed'
    if (
      [...(main?.querySelectorAll('[role=status][aria-label]') ?? [])].some((wait) => wait.checkVisibility())
    )
      return 'loading'
    return text.trim() === '' ? 'blank' : 'drawn'
  }
  globalThis.stateOf = stateOf
  const look = () => {
    const state = stateOf()
    if (globalThis.looks.at(-1) !== state) globalThis.looks.push(state)
    requestAnimationFrame(look)
  }
  addEventListener('DOMContentLoaded', () => requestAnimationFrame(look))
}

/** Waits until it is so in the page, or says what never came. */
const comes = (page, what, isSo, given) =>
  page.waitForFunction(isSo, given, { timeout: soonMs }).catch(() => {
    throw new Error(`${what}, never`)
  })

const stands = (route) => location.hash === `#${route}`

/** The screen of the address is on the page, in one of the states. */
const isIn = (states) =>
  document.querySelector('main')?.dataset.path === location.hash.slice(1).split('?')[0] &&
  states.includes(globalThis.stateOf())

/** By its address in a fresh page over a slow network; then at every size, reloaded and left. */
async function arrives({ page, devtools, route, note }) {
  await devtools.send('Network.emulateNetworkConditions', slow)
  await page.goto('about:blank')
  await page.goto(`${base}/#${route}`)
  await settled(page)
  const { looks, hash } = await page.evaluate(() => ({ looks: globalThis.looks, hash: location.hash }))
  if (hash !== `#${route}`) note(`stands at ${hash}`)
  if (!['splash', 'loading'].includes(looks[0])) note(`nothing says that it loads: ${looks.join(', ')}`)
  if (looks.includes('failed') || looks.includes('blank')) note(`on the way it was ${looks.join(', ')}`)
  const shift = await shiftOf(page)
  if (shift > shiftMax) note(`things jump, ${shift.toFixed(2)}`)
  await devtools.send('Network.emulateNetworkConditions', fast)

  for (const size of sizes) {
    await page.setViewportSize(size)
    for (const fault of await faultsOf(page)) note(`${size.width} x ${size.height}: ${fault}`)
  }
  for (const fault of await violations(page)) note(fault)
  if ((await waysOn(page)) === 0) note('no way on')

  const title = await titleOf(page)
  await page.reload()
  await settled(page)
  if (!(await page.evaluate(stands, route))) note('a reload leaves it')
  if ((await titleOf(page)) !== title) note('a reload shows another screen')
  if (route !== '/') await leaves({ page, route, note })
}

/** Back goes to the screen above it. */
async function leaves({ page, route, note }) {
  await page.goBack()
  await comes(page, `Back stands at ${parentOf(route)}`, stands, parentOf(route))
  await settled(page)
  if ((await page.evaluate(() => globalThis.stateOf())) === 'blank') note('Back is blank')
}

/** Without a connection, where nothing of it was ever loaded. */
function offlineWithoutCode(walk) {
  return offline(walk)
}

/** The same with its code in the device's cache. */
async function offlineWithoutData(walk) {
  const { page } = walk
  await page.route('**/assets/**', async (asked) => {
    const answer = await fetch(asked.request().url())
    const body = Buffer.from(await answer.arrayBuffer())
    await asked.fulfill({ body, contentType: answer.headers.get('content-type') ?? '' })
  })
  await offline(walk)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

/** It says that it waits, there are ways out, it can be tried again, and back online it comes by itself. */
async function offline({ page, context, route, note, t }) {
  const before = await page.evaluate(() => location.hash.slice(1))
  await context.setOffline(true)
  await page.evaluate((hash) => (location.hash = hash), route)
  await comes(page, 'the address is its own', stands, route)
  await page.getByText(t('common:offline')).first().waitFor({ timeout: soonMs })
  await comes(page, 'offline it is drawn', isIn, ['failed', 'drawn'])
  const crashed = await page.locator('main').getByText(t('common:crash.title')).count()
  if (crashed > 0) note('it says that it stopped working')
  for (const fault of await faultsOf(page)) note(fault)
  for (const fault of await violations(page)) note(fault)
  if ((await page.evaluate(() => globalThis.stateOf())) === 'failed') await triesAgain({ page, note, t })
  await page.goBack()
  await comes(page, `Back stands at ${before}`, stands, before)
  await comes(page, 'Back is drawn', isIn, ['failed', 'drawn'])
  await page.goForward()
  await comes(page, 'the address is its own', stands, route)
  await comes(page, 'Forward is drawn', isIn, ['failed', 'drawn'])
  await context.setOffline(false)
  await comes(page, 'it comes when the connection is back', isIn, ['drawn'])
  await settled(page)
  if (!(await page.evaluate(stands, route))) note('the connection is back and the screen is not')
}

/** Whoever sees that something is missing can ask for it, and without a connection it stays as it was. */
async function triesAgain({ page, note, t }) {
  const again = page.locator('main').getByRole('button', { name: t('common:retry'), exact: true })
  if ((await again.count()) === 0) return note('there is no way to try again')
  await again.first().click()
  return comes(page, 'tried again it is drawn', isIn, ['failed', 'drawn'])
}

const titleOf = (page) => page.evaluate(() => document.querySelector('main h1')?.textContent)

/** Controls of the screen itself and the way back; the tabs stand everywhere. */
function waysOn(page) {
  return page.locator('main a[href]:visible, main button:enabled:visible, header button:visible').count()
}
