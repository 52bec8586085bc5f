// The one-time confirmation of terms and age: it stands in the way of the first dive and nowhere else, and the dive
// goes on once it is given.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settled } from './browser.mjs'
import { callsOf, withPlayer } from './player.mjs'

const openDive = async (call) => (await call('fishing/player_info')).dive

test('the first dive asks once; declined nothing starts, accepted it starts at once', async () => {
  await withPlayer(async ({ page, tgId }) => {
    const call = await callsOf(tgId)
    await call('signin/sign')
    await page.reload()
    await settled(page)
    const dive = page.getByRole('button', { name: 'Dive', exact: true })
    const sheet = page.getByRole('dialog', { name: 'Before you play' })
    await dive.click()
    await sheet.waitFor()
    assert.ok(await page.getByRole('button', { name: 'Accept and continue' }).isDisabled())
    await page.getByText('Read the terms').click()
    await sheet.getByText(/^One account per person/).waitFor()
    await page.getByRole('button', { name: 'Not now' }).click()
    await sheet.waitFor({ state: 'hidden' })
    assert.equal(await page.getByRole('alert').count(), 0)
    assert.equal(await openDive(call), null)

    await dive.click()
    await page.getByText('Read the terms').click()
    await sheet.getByText(/^One account per person/).waitFor()
    await page.getByLabel(/I am 18 or older/).check()
    await page.getByRole('button', { name: 'Accept and continue' }).click()
    await page.getByRole('button', { name: /^Cast/ }).waitFor()
    assert.notEqual(await openDive(call), null)
    assert.equal((await call('user/info')).user.terms_ok, true)
  })
})
