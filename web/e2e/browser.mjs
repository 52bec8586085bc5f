// Opens the system's browser and screens of the product in it.
import { chromium } from 'playwright-core'
import { chromiumFlags, chromiumPath } from './chromium.mjs'

/** The phone that screens are drawn for. */
export const phone = { width: 390, height: 844 }

/** The browser; whoever opens it closes it. */
export function openBrowser() {
  return chromium.launch({ executablePath: chromiumPath, args: chromiumFlags, headless: true })
}

/** Launch data as text for pages whose calls are answered by a fixture; no server would accept it. */
export const fixtureLaunch = `#tgWebAppData=${encodeURIComponent('user=%7B%22id%22%3A1001%2C%22first_name%22%3A%22Mara%22%7D&auth_date=1&hash=00')}&tgWebAppVersion=9.0&tgWebAppPlatform=web`

/** Offline is a state that we test. */
const expected = ['ERR_INTERNET_DISCONNECTED']

/** A context of one phone. Problems of the page are collected: a test fails on any. */
export async function openPhone(
  browser,
  { size = phone, dark = false, locale = 'en', offline = false } = {},
) {
  const context = await browser.newContext({
    viewport: size,
    deviceScaleFactor: 2,
    colorScheme: dark ? 'dark' : 'light',
    locale,
    reducedMotion: 'reduce',
    hasTouch: true,
    isMobile: true,
    offline,
  })
  const page = await context.newPage()
  /** @type {string[]} */
  const problems = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' && !expected.some((text) => message.text().includes(text)))
      problems.push(message.text().slice(0, 300))
  })
  return { context, page, problems }
}

/**
 * Answers the product's calls from a record of data by path; a function may look at the body, an `error` makes a
 * refusal.
 */
export async function answerCalls(page, world) {
  await page.route(/\/(?:api\/v1|dev)\//, async (route) => {
    const path = new URL(route.request().url()).pathname.replace(/^\/(?:api\/v1\/)?/, '')
    // The stream of live updates stays silent.
    if (path === 'live/events') return undefined
    const entry = world[path]
    if (entry === undefined) return route.abort()
    const body = JSON.parse(route.request().postData() ?? '{}')
    const found = typeof entry === 'function' ? await entry(body) : entry
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

/** Goes to a route of the running app and waits until nothing is loading. */
export async function goTo(page, route) {
  await page.evaluate((hash) => {
    location.hash = hash
  }, route)
  await settled(page)
}

/** The address's own screen is drawn, no skeleton, no bar, fonts ready. */
export async function settled(page) {
  await page.waitForFunction(() => {
    // The kept screen waits out of sight with whatever it had.
    const waiting = [
      ...document.querySelectorAll('[role=status][aria-label], [data-phase=running], [data-phase=done]'),
    ].filter((element) => element.checkVisibility())
    const main = document.querySelector('main')
    const asked = location.hash.slice(1).split('?')[0] || '/'
    return waiting.length === 0 && main !== null && (main.dataset.path ?? asked) === asked
  })
  await page.evaluate(() => document.fonts.ready)
}

/** Taps count again: none does while a sheet comes or goes. */
export function calm(page) {
  return page.waitForFunction(() => !('settling' in document.documentElement.dataset))
}

/** The real server's answers to a call, with their data changed on the way. */
export function changeAnswers(page, path, change) {
  return page.route(`**/api/v1/${path}`, async (route) => {
    const response = await route.fetch()
    const envelope = await response.json()
    await route.fulfill({ response, json: { ...envelope, data: change(envelope.data) } })
  })
}
