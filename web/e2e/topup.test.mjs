// A top-up from the player's own wallet over TON Connect, on the real server with its local chain. The demo wallet is
// one that a browser brings along; the other one is an app elsewhere, spoken to through a relay.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { goTo, settled } from './browser.mjs'
import { callsOf, reqId, until, withPlayer } from './player.mjs'
import { relay } from './relay.mjs'

/** The library reports a refusal in the console too. */
const allowed = ['TON_CONNECT_SDK']

/** A player with an order of 10 USDT before them. */
async function ordered({ page, tgId }) {
  const call = await callsOf(tgId)
  await call('user/accept_terms', { version: '1', req_id: reqId() })
  await page.getByRole('button', { name: '10', exact: true }).click()
  await page.getByRole('button', { name: 'Top up 10.00 USDT' }).click()
  await page.getByRole('button', { name: 'Connect a wallet' }).click()
  return call
}

const wallet = (page) => page.getByRole('dialog', { name: 'Demo wallet' })
const pay = (page) => page.getByRole('button', { name: 'Pay 10.00 USDT' })
const stateOf = async (call) =>
  (await call('topup/records', { last_id: '', size: 20 })).list.map(({ state }) => state)

/** The address that a press opens outside. */
async function opens(page, press) {
  await page.evaluate(() => {
    window.open = (address) => {
      globalThis.opened = address
      return null
    }
  })
  await press()
  return page.evaluate(() => globalThis.opened)
}

test('an order is paid by a wallet of the browser: connected, confirmed, submitted, loading, success', async () => {
  await withPlayer(
    async ({ page, tgId }) => {
      const call = await ordered({ page, tgId })
      await page.getByRole('button', { name: 'Demo wallet' }).click()
      await wallet(page).getByRole('button', { name: 'Connect' }).click()
      await pay(page).click()
      await wallet(page).getByRole('button', { name: 'Confirm' }).click()
      await page.getByText(/^Your wallet signed the payment/).waitFor()
      assert.equal(await pay(page).count(), 0)
      await page.getByText('10.00 coupons credited').waitFor()
      assert.deepEqual(await stateOf(call), ['success'])
      assert.equal((await call('fishing/player_info')).asset.coupon, '10.000000')
    },
    { route: '/pay/coupon', allowed },
  )
})

test('a purchase that lacks coupons offers what is missing, and once it is paid leads back to it', async () => {
  await withPlayer(
    async ({ page, tgId }) => {
      const call = await callsOf(tgId)
      await call('user/accept_terms', { version: '1', req_id: reqId() })
      await page.getByRole('button', { name: /^10,000 coins/ }).click()
      await page.getByRole('button', { name: 'Buy for 1.00' }).click()
      await page.getByRole('link', { name: 'Top up now' }).click()
      await page.getByText('You need 1.00 more coupons for this purchase.').waitFor()
      await page.getByRole('button', { name: 'Top up 1.00 USDT' }).click()
      await page.getByRole('button', { name: 'Connect a wallet' }).click()
      await page.getByRole('button', { name: 'Demo wallet' }).click()
      await wallet(page).getByRole('button', { name: 'Connect' }).click()
      await page.getByRole('button', { name: 'Pay 1.00 USDT' }).click()
      await wallet(page).getByRole('button', { name: 'Confirm' }).click()
      await page.getByRole('button', { name: 'Back to your purchase' }).click()
      await page.getByRole('button', { name: 'Buy for 1.00' }).click()
      await until(async () => (await call('fishing/player_info')).asset.coin === 10_000)
      assert.equal((await call('fishing/player_info')).asset.coupon, '0.000000')
    },
    { route: '/pay/shop', allowed },
  )
})

test('what is declined in the wallet stays payable, also after a reload, with the same wallet', async () => {
  await withPlayer(
    async ({ page, tgId }) => {
      const call = await ordered({ page, tgId })
      await page.getByRole('button', { name: 'Demo wallet' }).click()
      await wallet(page).getByRole('button', { name: 'Decline' }).click()
      await page.getByText('You declined the connection.').waitFor()
      await page.getByRole('button', { name: 'Demo wallet' }).click()
      await wallet(page).getByRole('button', { name: 'Connect' }).click()
      await pay(page).click()
      await wallet(page).getByRole('button', { name: 'Decline' }).click()
      await page.getByText(/^You declined the payment in your wallet/).waitFor()
      assert.deepEqual(await stateOf(call), ['created'])
      await page.reload()
      await settled(page)
      await page.getByRole('button', { name: /10.00.*to pay/s }).click()
      await pay(page).click()
      await wallet(page).getByRole('button', { name: 'Confirm' }).click()
      await page.getByText('10.00 coupons credited').waitFor()
      assert.deepEqual(await stateOf(call), ['success'])
    },
    { route: '/pay/coupon', allowed },
  )
})

test('a wallet on a phone is connected by its code and pays through its relay', async () => {
  await withPlayer(
    async ({ page, tgId }) => {
      const phone = await relay(page, 'https://bridge.tonapi.io/bridge', await callsOf(tgId))
      const call = await ordered({ page, tgId })
      await page.getByRole('button', { name: 'Tonkeeper' }).click()
      await page.getByRole('img', { name: 'Code that connects Tonkeeper' }).waitFor()
      const link = new URL(
        await opens(page, () => page.getByRole('button', { name: 'Open Tonkeeper' }).click()),
      )
      assert.equal(link.origin + link.pathname, 'https://app.tonkeeper.com/ton-connect')
      const { manifestUrl } = JSON.parse(link.searchParams.get('r') ?? '{}')
      const manifest = await (await fetch(manifestUrl)).json()
      assert.deepEqual([manifest.name, manifest.url], ['Deep Line', new URL(page.url()).origin])
      await phone.connect(link.searchParams.get('id'))
      await page.getByText('Tonkeeper is connected').waitFor()
      await pay(page).click()
      await phone.sign()
      await page.getByText('10.00 coupons credited').waitFor()
      assert.deepEqual(await stateOf(call), ['success'])
      await goTo(page, '/pay/record')
    },
    { route: '/pay/coupon', allowed },
  )
})
