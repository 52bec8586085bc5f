// Every screen on the smallest, on a large phone and on one on its side (routes.test.mjs has a tablet), in both
// languages, with ordinary and with the longest amounts: nothing lies beside the screen, is cut or lies on something
// else, and nothing jumps while it loads.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asset, dive, world } from '../src/testing/world.ts'
import { answerCalls, fixtureLaunch, goTo, openBrowser, openPhone, settled } from './browser.mjs'
import { faultsOf, shiftOf } from './layout.mjs'
import { base } from './player.mjs'
import { screens } from './screens.mjs'
import { longestDive, stretched } from './stretch.mjs'

const [smallest, large, sideways] = [
  { width: 320, height: 568 },
  { width: 430, height: 932 },
  { width: 667, height: 375 },
]
const worlds = { ordinary: world, longest: stretched(world) }
/** Each size, and each language and amounts on a narrow one.
 * @type {[{ width: number, height: number }, string, 'ordinary' | 'longest'][]} */
const walks = [
  [smallest, 'en', 'longest'],
  [smallest, 'zh', 'ordinary'],
  [large, 'zh', 'longest'],
  [sideways, 'en', 'ordinary'],
]
/** What browsers call good is 0.1. */
const shiftMax = 0.1

for (const [size, locale, amounts] of walks) {
  test(`${size.width} x ${size.height}, ${locale}, ${amounts} amounts`, async () => {
    assert.deepEqual(await walk({ size, locale }, worlds[amounts]), [])
  })
}

/** A catch with its danger bonus, as the answer to a cast. */
const caught = {
  cast: {
    seq: 10,
    level: 10,
    nonce: 9,
    t: 1,
    kind: 'fish',
    id: 'swordfish',
    x10: 200,
    value: '2000.00',
    bonus: '1313.54',
    destroyed: [],
    shield: false,
  },
  dive: { ...dive, level: 11, seq: 11, next_cast_at: Date.now() + 3_600_000 },
  result: null,
  asset,
}

test('320 x 568: the words for a danger bonus lie on nothing', async () => {
  const answers = { ...world, 'fishing/cast': caught }
  answers['fishing/player_info'] = { ...world['fishing/player_info'], dive }
  const browser = await openBrowser()
  try {
    const { page } = await openPhone(browser, { size: smallest })
    await answerCalls(page, answers)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.goto(`${base}/?locale=en${fixtureLaunch}`)
    await settled(page)
    await page.getByRole('button', { name: /^Cast/ }).click()
    await page.getByText('Danger bonus').waitFor()
    assert.deepEqual(await faultsOf(page), [])
  } finally {
    await browser.close()
  }
})

for (const locale of ['en', 'zh'])
  test(`320 x 568, ${locale}: a tip covers no control`, async () => {
    const browser = await openBrowser()
    try {
      const answers = { ...world, 'fishing/player_info': { ...world['fishing/player_info'], dive } }
      const { page } = await openPhone(browser, { size: smallest, locale })
      await answerCalls(page, answers)
      await page.goto(`${base}/?locale=${locale}${fixtureLaunch}`)
      await settled(page)
      // The tips wait until the news of a resumed dive is put away.
      await page.locator('main [role=status] button').click()
      const tip = page.locator('[data-tip]')
      for (const name of ['risk', 'surface']) {
        await page.locator(`[data-tip=${name}]`).waitFor()
        assert.deepEqual(await tip.evaluate(coveredBy), [], name)
        await tip.locator('button').last().click()
      }
    } finally {
      await browser.close()
    }
  })

/** The controls that an element lies on. Runs in the page. */
function coveredBy(element) {
  const own = element.getBoundingClientRect()
  return [...document.querySelectorAll('main button')]
    .filter((button) => !element.contains(button) && button.checkVisibility())
    .filter((button) => {
      const { left, right, top, bottom } = button.getBoundingClientRect()
      return left < own.right - 1 && right > own.left + 1 && top < own.bottom - 1 && bottom > own.top + 1
    })
    .map((button) => button.textContent)
}

/** All screens at rest, then the game in a dive; each fault with the screen's name. */
async function walk(phone, answers) {
  const browser = await openBrowser()
  try {
    const found = await look(browser, phone, answers, screens)
    const diving = {
      ...answers,
      'fishing/player_info': {
        ...answers['fishing/player_info'],
        dive: answers === world ? dive : longestDive(dive),
      },
    }
    return [...found, ...(await look(browser, phone, diving, [{ name: 'dive', route: '/' }]))]
  } finally {
    await browser.close()
  }
}

async function look(browser, { size, locale }, answers, list) {
  const { context, page, problems } = await openPhone(browser, { size, locale })
  await answerCalls(page, answers)
  await page.goto(`${base}/?locale=${locale}${fixtureLaunch}`)
  await settled(page)
  const faults = []
  for (const screen of list) {
    const before = await shiftOf(page)
    await goTo(page, `${screen.route}${screen.route.includes('?') ? '&' : '?'}locale=${locale}`)
    const shift = (await shiftOf(page)) - before
    if (shift > shiftMax) faults.push(`${screen.name}: things jump, ${shift.toFixed(2)}`)
    await screen.act?.(page)
    faults.push(...(await faultsOf(page)).map((fault) => `${screen.name}: ${fault}`))
    await screen.leave?.(page)
  }
  await context.close()
  return [...faults, ...problems]
}
