// The wallet on the real server: money first, ways on that open their screens, and a dive as one line.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { goTo } from './browser.mjs'
import { callsOf, newId, playDive, reqId, withPlayer } from './player.mjs'
import { createPacket } from './staff.mjs'
import { textsOf } from './texts.mjs'

const casts = 3

for (const locale of ['en', 'zh']) {
  test(`the wallet shows money first and a dive as one line, in ${locale}`, async () => {
    const tgId = newId()
    const call = await callsOf(tgId)
    await call('user/accept_terms', { version: '1', req_id: reqId() })
    await call('signin/sign')
    await call('redpacket/claim', {
      code: await createPacket({ asset: 'usdt', total: 12, shares: 1 }),
      req_id: reqId(),
    })
    await playDive(call, casts)
    const t = textsOf(locale)
    const fields = { tgId, route: `/wallet/history?locale=${locale}`, locale }
    await withPlayer(async ({ page }) => {
      await page.getByRole('heading', { name: t('wallet:title'), level: 1 }).waitFor()
      const first = page.locator('main section:visible').first()
      assert.match((await first.textContent()) ?? '', /^USDT12\.00/)
      const plural = t('wallet:dive.casts_other', { count: casts })
      const dive = page.getByRole('button', { name: new RegExp(`${t('wallet:dive.title')}.*${plural}`) })
      assert.equal(await dive.getAttribute('aria-expanded'), 'false')
      assert.match((await dive.textContent()) ?? '', /−30/)
      await dive.click()
      const each = page.getByRole('button', { name: new RegExp(`^${t('wallet:reason.cast_resolved')}`) })
      assert.equal(await each.count(), casts)
      for (const [way, hash] of [
        ['withdraw', '#/withdraw/index'],
        ['exchange', '#/home/exchange'],
        ['topUp', '#/pay/coupon'],
      ]) {
        await page.getByRole('link', { name: t(`wallet:ways.${way}`), exact: true }).click()
        await page.waitForFunction((expected) => location.hash === expected, hash)
        await goTo(page, '/wallet/history')
      }
    }, fields)
  })
}
