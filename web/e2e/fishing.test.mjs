// What a player is told before and between dives: what the next dive costs, and how long the session has been.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeAnswers, settled } from './browser.mjs'
import { callsOf, reqId, withPlayer } from './player.mjs'
import { createPacket } from './staff.mjs'

/** Signed in, terms accepted, coins of the check-in. */
async function ready(tgId) {
  const call = await callsOf(tgId)
  await call('user/accept_terms', { version: '1', req_id: reqId() })
  await call('signin/sign')
  return call
}

const assetsOf = async (call) => (await call('fishing/player_info')).asset
const smallest = { width: 320, height: 568 }

test('the level that was chosen and its price stand on the button, also when the choice is out of sight', async () => {
  await withPlayer(
    async ({ page, tgId }) => {
      const call = await ready(tgId)
      const code = await createPacket({ asset: 'diamond', total: 20, shares: 1 })
      await call('redpacket/claim', { code, req_id: reqId() })
      await page.reload()
      await settled(page)
      await page.getByRole('button', { name: 'Stake 10 · from level 1' }).click()
      await page.getByRole('button', { name: /^Level 28 .*10$/ }).click()
      await page.getByRole('button', { name: 'Done' }).click()
      // The choice is kept by the device, and so is what it costs.
      await page.reload()
      await settled(page)
      await page.getByRole('button', { name: 'Stake 10 · from level 28' }).waitFor()
      const dive = page.getByRole('button', { name: 'Dive from level 28 Diamonds 10', exact: true })
      const { top, bottom } = await dive.evaluate((button) => button.getBoundingClientRect().toJSON())
      assert.ok(top >= 0 && bottom <= smallest.height, 'the whole button is in sight')
      await dive.click()
      await page.getByRole('button', { name: /^Cast/ }).waitFor()
      assert.equal((await assetsOf(call)).diamond, 10)
      await page.getByRole('button', { name: /^Surface/ }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: 'Dive from level 28 Diamonds 10', exact: true })
        .waitFor()
    },
    { size: smallest },
  )
})

test('a half hour that ends while the player is elsewhere is said on return to the game, once', async () => {
  await withPlayer(async ({ page, tgId }) => {
    const call = await callsOf(tgId)
    await call('user/accept_terms', { version: '1', req_id: reqId() })
    const code = await createPacket({ asset: 'coin', total: 100, shares: 1 })
    await call('redpacket/claim', { code, req_id: reqId() })
    let sinceMin = 0
    await changeAnswers(page, 'fishing/player_info', ({ session, ...data }) => ({
      ...data,
      session: { ...session, started_at: session.started_at && session.started_at - sinceMin * 60_000 },
    }))
    await page.reload()
    await settled(page)
    const check = page.getByRole('dialog', { name: 'Time for a short check' })
    const tab = (name) => page.getByRole('link', { name, exact: true }).click()
    await page.getByRole('button', { name: 'Dive', exact: true }).click()
    await page.getByRole('button', { name: /^Cast/, disabled: false }).click()
    await page.getByRole('button', { name: /^Surface/, disabled: false }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
    await tab('Earn')
    sinceMin = 31
    // Its answer makes the game's numbers stale, the session among them.
    const read = page.waitForResponse('**/api/v1/fishing/player_info')
    await page.getByRole('link', { name: /^Check-in/ }).click()
    await page.getByRole('button', { name: 'Check In' }).click()
    await read
    await tab('Fish')
    await check.getByText(/^0:31:\d\d$/).waitFor()
    await check.getByRole('button', { name: 'Play on' }).click()
    await check.waitFor({ state: 'hidden' })
    await tab('Earn')
    await page.getByRole('heading', { name: /^Hello/ }).waitFor()
    await tab('Fish')
    await page.getByRole('button', { name: 'Dive', exact: true }).waitFor()
    assert.equal(await check.count(), 0)
  })
})
