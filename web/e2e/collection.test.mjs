// The collection on the real server: what a dive caught for the first time is named in its result and stands in the
// collection afterwards.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { goTo, settled } from './browser.mjs'
import { callsOf, diveStart, reqId, withPlayer } from './player.mjs'

test('a newcomer finds shapes, catches a fish and finds it named in the result and in the collection', async () => {
  await withPlayer(async ({ page, tgId }) => {
    const call = await callsOf(tgId)
    await call('signin/sign')
    await call('user/accept_terms', { version: '1', req_id: reqId() })
    await page.getByRole('link', { name: 'Collection' }).click()
    await page.getByText('0 of 25 kinds').waitFor()
    assert.equal(await page.getByText('Not caught yet').count(), 25)
    const id = await diveWithACatch(call)
    await goTo(page, '/')
    await page.reload()
    await settled(page)
    await page.getByRole('button', { name: /^Surface/ }).click()
    const news = page.getByRole('link', { name: 'New in your collection' })
    await news.waitFor()
    const { species } = await call('collection/info')
    const caught = species.filter(({ record }) => record !== null)
    assert.ok(caught.length > 0 && caught.every(({ record }) => record.first_dive_id === id))
    await news.click()
    await page.getByText(`${caught.length} of 25 kinds`).waitFor()
    await page.getByText('First catch').waitFor()
    await page.locator('main ul li > button').first().click()
    await page.getByRole('dialog').getByText('Best catch').waitFor()
    await page.keyboard.press('Escape')
  })
})

test('the weekly event stands on the board with the own place, and its places on a screen of their own', async () => {
  await withPlayer(async ({ page, tgId }) => {
    const call = await callsOf(tgId)
    await call('signin/sign')
    await call('user/accept_terms', { version: '1', req_id: reqId() })
    await goTo(page, '/invite/rank')
    await page.getByText('You: no fish yet this week').waitFor()
    const dive_id = await diveWithACatch(call)
    await call('fishing/surface', { req_id: reqId(), dive_id })
    const { caught } = await call('collection/info')
    await page.reload()
    await settled(page)
    await page.getByText(new RegExp(`^You:(?: place \\d+,)? ${caught} kinds?$`)).waitFor()
    await page.getByText('Nothing is paid').waitFor()
    await page.getByRole('link', { name: 'All places' }).click()
    const mine = page.getByRole('region', { name: 'My rank' })
    await mine.getByText(String(caught), { exact: true }).last().waitFor()
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('heading', { name: 'Rank' }).waitFor()
  })
})

/** Casts until something has taken the hook; in the rare case that nothing does, dives again. Leaves the dive open. */
async function diveWithACatch(call) {
  for (;;) {
    let { dive } = await call('fishing/dive_start', diveStart())
    while (dive.casts < 8) {
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, dive.next_cast_at - Date.now() + 20)))
      const seq = dive.seq
      const answer = await call('fishing/cast', {
        req_id: reqId(),
        dive_id: dive.dive_id,
        seq,
        shield: false,
      })
      dive = answer.dive
      if (answer.cast.kind === 'fish') return dive.dive_id
    }
    await call('fishing/surface', { req_id: reqId(), dive_id: dive.dive_id })
  }
}
