// Paying against the real server: a player without coupons is led from the shop to a top-up, and everything that
// happened is on record.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeAnswers, goTo } from './browser.mjs'
import { callsOf, reqId, withPlayer } from './player.mjs'

test('who is short of coupons is led to the top-up, orders, thinks again, and finds it on record', async () => {
  await withPlayer(async ({ page, tgId }) => {
    await (
      await callsOf(tgId)
    )('user/accept_terms', { version: '1', req_id: reqId() })
    await goTo(page, '/pay/shop')
    await page.getByRole('button', { name: /^10,000 coins/ }).click()
    await page.getByRole('button', { name: 'Buy for 1.00' }).click()
    const short = page.getByRole('dialog', { name: 'Not enough coupons' })
    await short.getByText('You do not have enough money; a top-up is required').waitFor()
    await short.getByRole('link', { name: 'Top up now' }).click()
    await page.getByRole('heading', { name: 'Coupons', level: 1 }).waitFor()
    await page.getByRole('button', { name: '10', exact: true }).click()
    await page.getByRole('button', { name: 'Top up 10.00 USDT' }).click()
    const order = page.getByRole('dialog', { name: 'Top-up' })
    await order.getByText('Payment', { exact: true }).waitFor()
    await order.getByRole('button', { name: 'Cancel this order' }).click()
    await page.getByText('Order cancelled').waitFor()
    await goTo(page, '/pay/record')
    await page.getByText('No records yet').waitFor()
    await page.getByRole('button', { name: 'Top-ups' }).click()
    await page.getByRole('button', { name: /USDT on TON.*10.00.*fail/s }).waitFor()
  })
})

test('an amount is read as it says, with groups of thousands, or refused with the reason', async () => {
  await withPlayer(
    async ({ page }) => {
      const field = page.getByRole('textbox', { name: 'Amount in USDT' })
      const order = page.getByRole('button', { name: /^Top up / })
      for (const [typed, read] of [
        ['1,000', 'Top up 1,000.00 USDT'],
        ['12.5', 'Top up 12.50 USDT'],
      ]) {
        await field.fill(typed)
        await page.getByRole('button', { name: read, exact: true }).waitFor()
      }
      for (const [typed, reason] of [
        ['1e3', 'Use digits only'],
        ['1,00', 'Use a point for decimals'],
      ]) {
        await field.fill(typed)
        await field.blur()
        await page.getByText(reason).waitFor()
        assert.ok(await order.isDisabled(), typed)
      }
    },
    { route: '/pay/coupon' },
  )
})

test('VIP days need coupons too, and each tier is shown in numbers', async () => {
  await withPlayer(async ({ page, tgId }) => {
    await (
      await callsOf(tgId)
    )('user/accept_terms', { version: '1', req_id: reqId() })
    await goTo(page, '/pay/vip')
    await page.getByRole('button', { name: /^Gold/ }).click()
    await page.getByText(/390,000 coins at most: worth 39.00 USDT of the 50.00 paid/).waitFor()
    await page.getByRole('button', { name: 'Activate for 50.00' }).click()
    await page.getByRole('dialog', { name: 'Activate VIP' }).getByRole('button', { name: 'Activate' }).click()
    await page.getByRole('dialog', { name: 'Not enough coupons' }).getByText('50.00').waitFor()
  })
})

test('a limit set by the player holds at once, and its loosening waits', async () => {
  await withPlayer(async ({ page, tgId }) => {
    const ask = await callsOf(tgId)
    await goTo(page, '/profile?section=limits')
    await page.getByRole('button', { name: /^Daily loss/ }).click()
    const sheet = page.getByRole('dialog', { name: 'Daily loss' })
    await sheet.getByLabel('Limit in USDT').fill('20')
    await sheet.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The new limit is in force').waitFor()
    await page.getByRole('button', { name: /^Daily loss.*20.00/s }).click()
    await sheet.getByLabel('Limit in USDT').fill('40')
    await sheet.getByText('This is looser than your current limit: it applies after 24 hours.').waitFor()
    await sheet.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: /^Daily loss\s*then 40.00 USDT, from/ }).waitFor()
    const { limits } = await ask('limits/info')
    assert.equal(limits.loss_day, '20.000000')
    assert.equal(limits.pending.length, 1)
  })
})

test('the exchange shows its terms and refuses what is too little before it is sent', async () => {
  await withPlayer(async ({ page }) => {
    await goTo(page, '/home/exchange')
    await page.getByText('10,000 gusd = 1 USDT').waitFor()
    await page.getByLabel('You give').fill('5000')
    await page.getByText('At least 10,000.00', { exact: true }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Exchange', exact: true }).isEnabled(), false)
    await page.getByText('Nothing exchanged yet').waitFor()
    assert.equal(await page.getByRole('list', { name: 'Conditions' }).getByRole('listitem').count(), 3)
  })
})

test('an account ends only with the word typed, and play ends with it', async () => {
  await withPlayer(async ({ page, tgId }) => {
    const ask = await callsOf(tgId)
    await goTo(page, '/profile?section=delete')
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await page.getByLabel('Type DELETE to confirm').fill('DELETE')
    await page.getByRole('button', { name: 'Delete for good' }).click()
    await page.getByText(/Your account is closing/).waitFor()
    await assert.rejects(() => ask('signin/sign', { req_id: reqId() }))

    await page.getByRole('link', { name: 'Fish', exact: true }).click()
    await page.getByRole('heading', { name: 'Your account is closing' }).waitFor()
    const eraseAt = (await ask('user/info')).user.erase_at
    assert.ok(eraseAt > Date.now())
    // A device that heard nothing of the request knows the last day from the account.
    await page.evaluate(() => localStorage.clear())
    await page.reload()
    await page.getByRole('heading', { name: 'Your account is closing' }).waitFor()
    const year = new Date(eraseAt).getFullYear()
    await page.getByText(new RegExp(`Withdraw what is yours before .*${year}`)).waitFor()
    await page.getByRole('link', { name: /^Help and rules/ }).click()
    await goTo(page, '/profile?section=delete')
    await page.getByText(/Your account is closing: your personal data will be destroyed on/).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Delete my account' }).count(), 0)
  })
})

test('on a break there is no play and no gift, and money can go out', async () => {
  await withPlayer(async ({ page, tgId }) => {
    await (
      await callsOf(tgId)
    )('limits/exclude', { kind: 'exclude', days: 183, req_id: reqId() })
    await page.reload()
    await page.getByRole('heading', { name: 'You are on a break' }).waitFor()
    for (const tab of ['Earn', 'Shop']) {
      await page.getByRole('link', { name: tab, exact: true }).click()
      await page.getByRole('heading', { name: 'You are on a break' }).waitFor()
    }
    await page.getByRole('link', { name: /^Withdraw/ }).click()
    await page.getByRole('heading', { name: 'Withdraw', level: 1 }).waitFor()
  })
})

test('a frozen account says so on every screen of play, and offers help instead of what would be refused', async () => {
  await withPlayer(async ({ page }) => {
    await changeAnswers(page, 'user/info', ({ user }) => ({ user: { ...user, frozen: true } }))
    await page.reload()
    await page.getByRole('heading', { name: 'Your account is frozen' }).waitFor()
    for (const tab of ['Earn', 'Shop']) {
      await page.getByRole('link', { name: tab, exact: true }).click()
      await page.getByRole('heading', { name: 'Your account is frozen' }).waitFor()
    }
    const main = page.getByRole('main')
    assert.equal(await main.getByRole('link', { name: /^(?:Withdraw|Exchange)/ }).count(), 0)
    await main.getByRole('link', { name: /^Balance history/ }).waitFor()
    await main.getByRole('link', { name: /^Help and rules/ }).click()
    await page.getByText('Account number', { exact: true }).waitFor()
  })
})
