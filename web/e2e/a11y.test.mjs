// Every screen in each language and in each theme: no violation of WCAG A and AA, nothing wider than the phone, no raw key.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { violations } from './axe.mjs'
import { goTo, settled } from './browser.mjs'
import { callsOf, ordered, playDive, withPlayer } from './player.mjs'
import { screens, termsScreen } from './screens.mjs'

/** What a theme and what a language do to a screen have nothing to do with each other: each is seen once. */
const looks = /** @type {const} */ ([
  ['en', false],
  ['zh', true],
])

for (const [locale, dark] of looks)
  test(`screens are accessible in ${locale}, ${dark ? 'dark' : 'light'}`, async () => {
    await withPlayer(
      async ({ page, tgId }) => {
        const call = await callsOf(tgId)
        await call('signin/sign')
        await look(page, termsScreen, { locale, dark })
        // With an order under way its sheet and the wallets are there to be looked at.
        await ordered(call)
        // And with a dive behind them, so is its verification.
        await playDive(call, 1)
        await page.reload()
        await settled(page)
        for (const screen of screens.filter(({ fixtureOnly }) => !fixtureOnly))
          await look(page, screen, { locale, dark })
      },
      { dark },
    )
  })

async function look(page, { name, route, act, leave }, { locale, dark }) {
  await goTo(page, `${route}${route.includes('?') ? '&' : '?'}locale=${locale}`)
  await act?.(page)
  assert.deepEqual(await violations(page), [], `${name} ${locale} ${dark ? 'dark' : 'light'}`)
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  assert.ok(wider <= 0, `${name} is ${wider} px wider than the phone`)
  const raw = await page.evaluate(() =>
    document.body.innerText.match(
      /\b(?:common|errors|home|info|wallet|fishing|fairness):[a-zA-Z.]+|\b(?:card|receive|signin|verify|reason|odds)\.[a-z][A-Za-z.]+/g,
    ),
  )
  assert.equal(raw, null, `${name} shows a key`)
  await leave?.(page)
}
