// A page that is reloaded in the middle of a command: the server has received it or not, and the answer was not seen
// either way. The command is sent again with its own id, is done once, and its end is on the screen.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { goTo, settled } from './browser.mjs'
import { callsOf, reqId, withPlayer } from './player.mjs'
import { createPacket } from './staff.mjs'

/** The page's calls are cut off by the reload itself. */
const allowed = ['No answer from', 'ERR_FAILED']
const done = 'Your last request has been carried out'

/** A player who accepted the terms and was given USDT. */
async function given(tgId, usdt) {
  const call = await callsOf(tgId)
  await call('user/accept_terms', { version: '1', req_id: reqId() })
  await call('redpacket/claim', {
    code: await createPacket({ asset: 'usdt', total: usdt, shares: 1 }),
    req_id: reqId(),
  })
  return call
}

/**
 * Acts, and reloads before the answer: `received` says whether the server had the call by then. Gives what was sent.
 */
async function reloadBeforeAnswer(page, path, received, act) {
  const bodies = []
  const underWay = Promise.withResolvers()
  await page.route(`**/api/v1/${path}`, async (route) => {
    const { ts: _ts, token: _token, ...body } = JSON.parse(route.request().postData() ?? '{}')
    bodies.push(body)
    if (bodies.length > 1) return route.continue()
    if (received) await route.fetch()
    return underWay.resolve()
  })
  await act()
  await underWay.promise
  await page.reload()
  await settled(page)
  await page.getByText(done).waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  assert.equal(bodies.length, 2)
  assert.deepEqual(bodies[0], bodies[1], 'the same call with the same id')
  assert.match(bodies[0].req_id, /^[0-9a-f-]{36}$/)
}

const assetsOf = async (call) => (await call('fishing/player_info')).asset

for (const received of [true, false]) {
  const how = received ? 'that the server had received' : 'that the server had not received'

  test(`an exchange ${how} is done once, and the next one of the same amount is a new one`, async () => {
    await withPlayer(
      async ({ page, tgId }) => {
        const call = await given(tgId, 24)
        await page.reload()
        await settled(page)
        const exchange = async () => {
          await page.getByRole('button', { name: 'USDT to coupons' }).click()
          await page.getByLabel('You give').fill('12')
          await page.getByRole('button', { name: 'Exchange', exact: true }).click()
          await page.getByRole('button', { name: 'Confirm' }).click()
        }
        await reloadBeforeAnswer(page, 'exchange/do', received, exchange)
        assert.equal((await assetsOf(call)).coupon, '12.000000')
        await exchange()
        await page.getByText('Exchanged 12.00 USDT for 12.00 coupons').waitFor()
        assert.equal((await assetsOf(call)).coupon, '24.000000')
      },
      { route: '/home/exchange', allowed },
    )
  })

  test(`a purchase ${how} is paid once`, async () => {
    await withPlayer(
      async ({ page, tgId }) => {
        const call = await given(tgId, 12)
        await call('exchange/do', { pair: 'usdt_coupon', amount: '12', req_id: reqId() })
        await page.reload()
        await settled(page)
        await page.getByRole('button', { name: /^10,000 coins/ }).click()
        await reloadBeforeAnswer(page, 'shop/buy', received, () =>
          page.getByRole('button', { name: 'Buy for 1.00' }).click(),
        )
        const { coin_paid: coins, coupon } = await assetsOf(call)
        assert.deepEqual([coins, coupon], [10_000, '11.000000'])
        await goTo(page, '/pay/record')
        assert.equal(await page.getByText('Shop purchase').count(), 1)
      },
      { route: '/pay/shop', allowed },
    )
  })

  test(`a red packet ${how} is opened once`, async () => {
    const code = await createPacket({ asset: 'coin', total: 1000, shares: 2 })
    await withPlayer(
      async ({ page, tgId }) => {
        await (
          await callsOf(tgId)
        )('user/accept_terms', { version: '1', req_id: reqId() })
        await reloadBeforeAnswer(page, 'redpacket/claim', received, () =>
          page.getByRole('button', { name: 'Open' }).click(),
        )
        await page.getByText('Received', { exact: true }).waitFor()
        assert.equal((await assetsOf(await callsOf(tgId))).coin, 500)
      },
      { route: `/red/${code}`, allowed },
    )
  })

  test(`a top-up ${how} is one order`, async () => {
    await withPlayer(
      async ({ page, tgId }) => {
        const call = await callsOf(tgId)
        await call('user/accept_terms', { version: '1', req_id: reqId() })
        await page.getByRole('button', { name: '10', exact: true }).click()
        await reloadBeforeAnswer(page, 'topup/create', received, () =>
          page.getByRole('button', { name: 'Top up 10.00 USDT' }).click(),
        )
        await page.getByRole('button', { name: /10.00.*to pay/s }).waitFor()
        assert.equal((await call('coupon/info')).open.length, 1)
      },
      { route: '/pay/coupon', allowed },
    )
  })
}
