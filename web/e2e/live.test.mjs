// Live updates on the real server: what happens elsewhere is on the screen without a reload.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, openPhone, settled } from './browser.mjs'
import { base, callsOf, newId, withPlayer } from './player.mjs'
import { createPacket } from './staff.mjs'

/** Less than the polling of any screen: what comes within it came by itself. */
const soon = { timeout: 5_000 }
const streamOf = (page) =>
  page.waitForResponse((response) => response.url().endsWith('/api/v1/live/events') && response.ok())
const balance = (page, text) => page.getByRole('banner').getByText(text, { exact: true })

test('a check-in on another device changes the balance and the screen of this one', async () => {
  const tgId = newId()
  const browser = await openBrowser()
  try {
    const { page, problems } = await openPhone(browser)
    const stream = streamOf(page)
    await page.goto(`${base}/dev?tg_id=${tgId}`)
    await stream
    await settled(page)
    await balance(page, '0').first().waitFor()
    await (
      await callsOf(tgId)
    )('signin/sign')
    await balance(page, '100').waitFor(soon)
    assert.deepEqual(problems, [])
  } finally {
    await browser.close()
  }
})

test('two tabs of one player: the second follows the first', async () => {
  const tgId = newId()
  const code = await createPacket({ asset: 'coin', total: 500, shares: 1 })
  await withPlayer(
    async ({ page, context }) => {
      const other = await context.newPage()
      const stream = streamOf(other)
      await other.goto(`${base}/dev?tg_id=${tgId}`)
      await stream
      await page.getByRole('button', { name: 'Open' }).click()
      await page.getByText('Received', { exact: true }).waitFor()
      await balance(other, '500').waitFor(soon)
    },
    { tgId, route: `/red/${code}` },
  )
})
