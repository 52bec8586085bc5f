// A withdrawal from request to its end on the real server, and a reload at each of its steps.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world } from '../src/testing/world.ts'
import { answerCalls, calm, fixtureLaunch, goTo, openBrowser, openPhone, settled } from './browser.mjs'
import { given } from './payee.mjs'
import { base, newId, reqId, withPlayer } from './player.mjs'
import { rejectWithdrawal } from './staff.mjs'
import { textsOf } from './texts.mjs'

/** Less than the polling of the detail: what comes within it came by itself. */
const soon = { timeout: 5_000 }

async function fill(page, amount = '15') {
  await page.getByLabel('Amount, USDT').fill(amount)
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await page.getByRole('dialog', { name: 'Confirm withdrawal' }).waitFor()
}

const amountOf = (page) => page.getByLabel('Amount, USDT').inputValue()

test('a reload before the request was confirmed sends nothing and keeps the amount', async () => {
  await withPlayer(
    async ({ page, tgId }) => {
      const call = await given(tgId)
      await page.reload()
      await settled(page)
      await fill(page)
      await page.reload()
      await settled(page)
      assert.equal(await amountOf(page), '15')
      assert.deepEqual((await call('withdraw/list', { last_id: '', size: 20 })).list, [])
    },
    { route: '/withdraw/do/ton' },
  )
})

/** A client with a fingerprint that nobody gives. */
function client() {
  const answer = (event, data) => setTimeout(() => globalThis.TelegramGameProxy.receiveEvent(event, data))
  globalThis.TelegramWebviewProxy = {
    postEvent: (event) => {
      if (event === 'web_app_biometry_get_info')
        answer('biometry_info_received', {
          available: true,
          access_requested: true,
          access_granted: true,
          token_saved: true,
        })
      if (event === 'web_app_biometry_request_auth') globalThis.asked = true
    },
  }
}

test('a reload while the owner is asked sends nothing and keeps the amount', async () => {
  const tgId = newId()
  const call = await given(tgId)
  const browser = await openBrowser()
  try {
    const { page, problems } = await openPhone(browser)
    await page.addInitScript(client)
    await page.goto(`${base}/dev?tg_id=${tgId}`)
    await settled(page)
    await goTo(page, '/withdraw/do/ton')
    await page.getByLabel('Amount, USDT').fill('15')
    // As a person does: not while a sheet still comes up, when taps count for nothing.
    const press = async () => {
      await calm(page)
      await page.evaluate(() => globalThis.TelegramGameProxy.receiveEvent('main_button_pressed', {}))
    }
    await press()
    await page.getByRole('dialog', { name: 'Confirm withdrawal' }).waitFor()
    await press()
    await page.waitForFunction(() => globalThis.asked === true)
    await page.reload()
    await settled(page)
    assert.equal(await amountOf(page), '15')
    assert.deepEqual((await call('withdraw/list', { last_id: '', size: 20 })).list, [])
    assert.deepEqual(problems, [])
  } finally {
    await browser.close()
  }
})

for (const received of [true, false]) {
  test(`a reload before the answer, the request ${received ? 'received' : 'not received'}: one withdrawal, and its detail is shown`, async () => {
    await withPlayer(
      async ({ page, tgId }) => {
        const call = await given(tgId)
        await page.reload()
        await settled(page)
        const ids = []
        const underWay = Promise.withResolvers()
        await page.route('**/api/v1/withdraw/do', async (route) => {
          ids.push(JSON.parse(route.request().postData() ?? '{}').req_id)
          if (ids.length > 1) return route.continue()
          if (received) await route.fetch()
          return underWay.resolve()
        })
        await fill(page)
        await page.getByRole('button', { name: 'Confirm' }).click()
        await underWay.promise
        await page.reload()
        await page.waitForFunction(() => location.hash.startsWith('#/withdraw/detail/'))
        await page.getByText('Number', { exact: true }).waitFor()
        assert.equal(ids.length, 2)
        assert.equal(new Set(ids).size, 1)
        const { list } = await call('withdraw/list', { last_id: '', size: 20 })
        assert.deepEqual(
          list.map(({ amount }) => amount),
          ['15.000000'],
        )
        await goTo(page, '/withdraw/do/ton')
        assert.equal(await amountOf(page), '')
        await page.unrouteAll({ behavior: 'ignoreErrors' })
      },
      { route: '/withdraw/do/ton', allowed: ['No answer from', 'ERR_FAILED'] },
    )
  })
}

test('what staff decide is on the detail without a reload, with the reason and the money back', async () => {
  await withPlayer(async ({ page, tgId }) => {
    const call = await given(tgId)
    const { withdraw } = await call('withdraw/do', { key: 'ton', amount: '10', req_id: reqId() })
    await goTo(page, `/withdraw/detail/${withdraw.withdraw_id}`)
    await page.getByText('Review', { exact: true }).first().waitFor()
    await rejectWithdrawal(withdraw.withdraw_id, 'Address of an exchange without a comment')
    await page.getByText('Address of an exchange without a comment').waitFor(soon)
    await page.getByText('All of it is back on your balance').waitFor()
    assert.equal((await call('fishing/player_info')).asset.usdt, '16.000000')
    await page.getByRole('banner').getByText('16.00').waitFor(soon)
  })
})

for (const locale of ['en', 'zh'])
  test(`a payment that did not go out is in review again with the reason, in ${locale}`, async () => {
    const key = '0193f0c2-7a11-7bbb-8ccc-000000000002'
    const { withdraw, steps } = world['withdraw/detail']({ key })
    const [review, sent] = steps
    const back = {
      withdraw: { ...withdraw, status: 0, label: 'Review', tx: null, tx_url: null },
      steps: [review, sent, { ...review, at: sent.at + 60_000 }],
    }
    const browser = await openBrowser()
    try {
      const { page, problems } = await openPhone(browser, { locale })
      await answerCalls(page, { ...world, 'withdraw/detail': back })
      await page.goto(`${base}/?locale=${locale}${fixtureLaunch}`)
      await settled(page)
      await goTo(page, `/withdraw/detail/${key}`)
      const t = textsOf(locale)
      const way = page.locator('main ol:visible li')
      const shown = await way.allTextContents()
      const names = ['pending', 'sent', 'again', 'sent', 'broadcast', 'completed']
      for (const [index, name] of names.entries())
        assert.ok(shown[index]?.includes(t(`withdraw:older.${name}`)), `${name}: ${shown[index]}`)
      assert.equal(await way.nth(2).getAttribute('aria-current'), 'step')
      assert.deepEqual(problems, [])
    } finally {
      await browser.close()
    }
  })
