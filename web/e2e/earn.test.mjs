// Check-in, free coins and the history, with money on the real ledger.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { goTo, settled } from './browser.mjs'
import { callsOf, withPlayer } from './player.mjs'

test('a check-in is paid once, is in the history with its reason, and survives a reload', async () => {
  await withPlayer(
    async ({ page, tgId }) => {
      const call = await callsOf(tgId)
      const before = (await call('fishing/player_info')).asset
      await page.getByRole('button', { name: 'Check In' }).dblclick()
      await page.getByRole('button', { name: 'Checked In' }).waitFor()
      const after = (await call('fishing/player_info')).asset
      assert.equal(after.coin - before.coin, 100)
      await page.reload()
      await settled(page)
      await page.getByRole('button', { name: 'Checked In' }).waitFor()
      await page.getByText(/Next check-in in/).waitFor()
      await goTo(page, '/wallet/history')
      await page.getByText('Daily check-in').first().click()
      await page.getByRole('dialog', { name: 'Why this line?' }).waitFor()
      await page.getByText('+100').last().waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    },
    { route: '/home/signin' },
  )
})

test('an answer that is lost on the way is asked for again with the same id: paid once', async () => {
  await withPlayer(
    async ({ page, tgId }) => {
      const ids = []
      await page.route('**/api/v1/signin/sign', async (route) => {
        ids.push(JSON.parse(route.request().postData() ?? '{}').req_id)
        // The server has done it; the network eats its answer twice.
        if (ids.length <= 2) {
          await route.fetch()
          await route.abort('connectionreset')
        } else await route.continue()
      })
      await page.getByRole('button', { name: 'Check In' }).click()
      await page.getByRole('button', { name: 'Checked In' }).waitFor()
      assert.equal(ids.length, 3)
      assert.equal(new Set(ids).size, 1)
      const call = await callsOf(tgId)
      const { list } = await call('wallet/history', { asset: 'coin', last_id: '', size: 50 })
      assert.equal(list.filter(({ reason }) => reason === 'SignedIn').length, 1)
    },
    { route: '/home/signin', allowed: ['ERR_CONNECTION_RESET', 'No answer from'] },
  )
})

test('a newcomer reads why free coins are closed, and where to go on', async () => {
  await withPlayer(
    async ({ page, tgId }) => {
      const { free_coin: free } = await (await callsOf(tgId))('fishing/player_info')
      assert.equal(free.can_receive, false)
      const link = free.reason === 4005 ? 'Check in instead' : 'How free coins work'
      await page.getByRole('link', { name: link }).waitFor()
      assert.ok(await page.getByRole('button', { name: 'Claim' }).isDisabled())
    },
    { route: '/home/receive' },
  )
})

test('the history can be narrowed to one asset', async () => {
  await withPlayer(
    async ({ page, tgId }) => {
      const call = await callsOf(tgId)
      await call('signin/sign')
      await page.reload()
      await settled(page)
      await page.getByRole('button', { name: 'USDT' }).click()
      await page.getByText('No movements yet').waitFor()
      await page.getByRole('button', { name: 'Coins', exact: true }).click()
      await page.getByText('Daily check-in').waitFor()
    },
    { route: '/wallet/history' },
  )
})
