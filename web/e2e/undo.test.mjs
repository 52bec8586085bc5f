// What two people undo against the real server: one of finance voids a player's open dive, one of risk agrees.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from './browser.mjs'
import { member } from './member.mjs'
import { callsOf, diveStart, newId, reqId } from './player.mjs'

/** @type {import('playwright-core').Browser} */
let browser

before(async () => {
  browser = await openBrowser()
})
after(() => browser?.close())

test('a dive is voided from the player’s page by one of finance and one of risk, and the stakes are back', async () => {
  const [finance, risk] = [await member(browser, 'finance'), await member(browser, 'risk')]
  const call = await callsOf(newId())
  await call('signin/sign')
  await call('user/accept_terms', { version: '1', req_id: reqId() })
  const { user } = await call('user/info')
  // The version counts events, which are more by now.
  const balances = async () => ({ ...(await call('fishing/player_info')).asset, ver: null })
  const before = await balances()
  const { dive } = await call('fishing/dive_start', diveStart())
  await new Promise((done) => setTimeout(done, Math.max(0, dive.next_cast_at - Date.now() + 20)))
  await call('fishing/cast', { req_id: reqId(), dive_id: dive.dive_id, seq: dive.seq, shield: false })

  await finance.go(`/players/${user.user_id}?tab=person`)
  await finance.page.getByRole('button', { name: 'Void the dive' }).click()
  await finance.page.getByRole('dialog').getByLabel('Case').fill('outage of Friday')
  await finance.act('Propose', 'The cast hung in the outage')
  await finance.page.getByRole('link', { name: 'Look at it' }).click()
  await finance.page
    .getByText('None of your roles may approve')
    .or(finance.page.getByText('You proposed this'))
    .waitFor()
  const route = new URL(finance.page.url()).hash.slice(1)

  await risk.go(route)
  await risk.page.keyboard.press('a')
  await risk.act('Approve', 'Seen in the log of the outage')
  await risk.page.getByText('Approved and carried out').waitFor()
  assert.deepEqual(await balances(), before)
  assert.deepEqual([...finance.problems, ...risk.problems], [])
})
