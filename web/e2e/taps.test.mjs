// Every button of every screen and of every sheet, tapped twice, as a nervous thumb does: at once in one language, in
// the other as far apart as the next screen needs to stand there already. Two taps do what one does: they end on the
// same screen, open and close the same sheets, and send a command once. Links are tapped twice by the journey.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { asset, dive, world } from '../src/testing/world.ts'
import { answerCalls, calm, fixtureLaunch, goTo, openBrowser, openPhone, settled } from './browser.mjs'
import { base } from './player.mjs'
import { screens } from './screens.mjs'

/** Half of the time between the two taps, as the browser is driven: down, so long, up, so long, and again. */
const thumbs = { en: 60, zh: 0 }
/** A control that takes no tap by then is covered or gone. */
const soon = { timeout: 15_000 }
/** What the answers of this small world make the page report. */
const expected = [
  'No answer from',
  'ERR_',
  'Failed to load resource',
  'TON_CONNECT',
  'Content Security Policy',
]

const result = {
  dive_id: dive.dive_id,
  reason: 'surfaced',
  casts: 9,
  staked: 900,
  fish: '1300.00',
  bonus: '0.00',
  chest_gusd: '0.00',
  chest_usdt: '0.000000',
  payout: '1300.00',
  credited_as: 'gusd',
  profit: '400.00',
  capped: false,
  closed_at: Date.now(),
}

const all = [
  ...screens,
  { name: 'dive', route: '/', diving: true },
  {
    name: 'result',
    route: '/',
    diving: true,
    act: async (page) => {
      await page.getByRole('button', { name: /^(?:Surface|收竿)/ }).click(soon)
      await page.locator('dialog[open]').waitFor()
    },
    leave: (page) => page.keyboard.press('Escape'),
  },
]

/** @type {import('playwright-core').Browser} */
let browser
before(async () => {
  browser = await openBrowser()
})
after(() => browser?.close())

describe('every button, tapped twice', { concurrency: 2 }, () => {
  for (const [half, locale] of Object.keys(thumbs).entries())
    for (const eighth of [half, half + 2, half + 4, half + 6])
      test(`does what one tap does, in ${locale}, eighth ${eighth + 1}`, async () => {
        const some = all.filter((_, index) => index % 8 === eighth)
        assert.deepEqual(await walked(some, locale), [])
      })
})

/** The small world with a dive that can be begun and ended; whatever it has no answer for is refused. */
function answers() {
  let diving = false
  let signed = false
  const player = world['fishing/player_info']
  const known = {
    ...world,
    'fishing/player_info': () => ({ ...player, dive: diving ? dive : null }),
    'signin/info': () => ({ ...world['signin/info'], signed }),
    'signin/sign': () => {
      signed = true
      return world['signin/sign']
    },
    'fishing/dive_start': () => {
      diving = true
      return { dive, asset }
    },
    'fishing/surface': () => {
      diving = false
      return { asset, result }
    },
  }
  const refused = { error: 9999, message: 'Refused' }
  return {
    /** Says whether this changes anything. */
    begin: (isSo) => {
      const changes = diving !== isSo
      diving = isSo
      return changes
    },
    calls: new Proxy(known, { get: (some, path) => some[path] ?? refused }),
  }
}

/** Notes each sheet that opens or closes; nothing leads out of the page. Runs in the page before anything else. */
function watch() {
  globalThis.kindOf = (control) =>
    `${control.tagName} ${(control.ariaLabel ?? control.textContent ?? '').trim().replaceAll(/[\d.,]+/g, '0')}`
  globalThis.sheets = []
  for (const name of ['showModal', 'close']) {
    const own = HTMLDialogElement.prototype[name]
    HTMLDialogElement.prototype[name] = function noted() {
      globalThis.sheets.push(name)
      return own.call(this)
    }
  }
  window.open = () => null
}

async function walked(some, locale) {
  const { context, page, problems } = await openPhone(browser, { locale })
  const { begin, calls } = answers()
  await page.addInitScript(watch)
  await answerCalls(page, calls)
  const commands = noteCommands(page)
  await page.goto(`${base}/?locale=${locale}${fixtureLaunch}`)
  await settled(page)
  const faults = []
  const done = new Set()
  for (const screen of some) {
    const come = async () => {
      while ((await page.locator('dialog[open]').count()) > 0) {
        await page.keyboard.press('Escape')
        await calm(page)
      }
      // From another screen, so that it is as it opens.
      if (new URL(page.url()).hash === `#${screen.route}`) await goTo(page, '/collection')
      await goTo(page, screen.route)
      if (begin(screen.diving === true)) {
        await page.reload()
        await settled(page)
      }
      await screen.act?.(page)
      await calm(page)
    }
    await come()
    const sheet = (await page.locator('dialog[open]').count()) > 0
    for (const key of await page.evaluate(controls)) {
      // What stands on several screens, and on several states of one, is the same on each.
      const place = sheet ? screen.name : ''
      if (done.has(`${place} ${key}`)) continue
      done.add(`${place} ${key}`)
      const twice = await tapped({ page, come, commands, key, halfMs: thumbs[locale] })
      if (twice.fault === undefined && twice.asExpected) continue
      const once = await tapped({ page, come, commands, key, isOnce: true })
      for (const name of ['fault', 'hash', 'sheets', 'sent'])
        if (twice[name] !== once[name])
          faults.push(`${screen.name}: ${key}: ${name} ${once[name]} once, ${twice[name]} twice`)
    }
    await screen.leave?.(page)
  }
  await context.close()
  return [...faults, ...problems.filter((problem) => !expected.some((text) => problem.includes(text)))]
}

/** Commands as they are sent: each has an id of its own. */
function noteCommands(page) {
  const ids = new Set()
  page.on('request', (request) => {
    const id = /"req_id":"([^"]+)"/.exec(request.postData() ?? '')?.[1]
    if (id !== undefined) ids.add(`${new URL(request.url()).pathname} ${id}`)
  })
  return ids
}

/** Taps a control of the screen as it stands and says what came of it. */
async function tapped({ page, come, commands, key, halfMs = 0, isOnce = false }) {
  const target = async () => (await page.evaluateHandle(controlOf, key)).asElement()
  let control = await target()
  if (control === null) {
    await come()
    control = await target()
  }
  if (control === null) return { fault: 'gone' }
  const before = await page.evaluate(() => {
    globalThis.sheets = []
    return location.hash
  })
  commands.clear()
  const outcome = { fault: undefined }
  try {
    await (isOnce ? control.click(soon) : control.dblclick({ ...soon, delay: halfMs }))
    await calm(page)
    await settled(page)
  } catch (error) {
    outcome.fault = error.message.slice(0, 200)
  }
  const { hash, sheets } = await page.evaluate(() => ({
    hash: location.hash,
    sheets: globalThis.sheets.join(),
  }))
  Object.assign(outcome, { hash, sheets, sent: commands.size })
  outcome.asExpected = commands.size < 2 && hash === before && !sheets.includes(',')
  if (hash !== before || sheets !== '') await come()
  return outcome
}

/**
 * Names the controls of the sheet on top, or of the screen and the bar above it; of those that are called the same but
 * for their numbers the first. Runs in the page.
 */
function controls() {
  const found = new Set()
  const top = document.querySelector('dialog[open]')
  for (const control of (top ?? document).querySelectorAll('button:enabled, summary')) {
    const shown = control.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    // A switch is meant to go there and back.
    if (shown && control.role !== 'switch') found.add(globalThis.kindOf(control))
  }
  return [...found]
}

/** Runs in the page. */
function controlOf(key) {
  const top = document.querySelector('dialog[open]') ?? document
  return [...top.querySelectorAll('button:enabled, summary')].find(
    (control) => globalThis.kindOf(control) === key && control.checkVisibility(),
  )
}
