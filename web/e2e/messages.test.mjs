// Messages by the bot: chosen in the profile, written to the messenger, whose stand-in keeps what it was sent.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { goTo, settled } from './browser.mjs'
import { callsOf, reqId, until, withPlayer } from './player.mjs'

/** Published with the address format; nobody is paid in a test. */
const address = 'UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA'

/** What the bot wrote to a player so far. */
async function written(tgId) {
  const sent = await (await fetch(process.env.E2E_MESSAGES ?? '')).json()
  return sent.filter((message) => message.chat_id === tgId)
}

test('what is switched on in the profile stays on, on the server too', async () => {
  await withPlayer(
    async ({ page, tgId }) => {
      const call = await callsOf(tgId)
      const chosen = async () => (await call('messages/info')).messages
      const friends = page.getByRole('switch', { name: /^Friends/ })
      assert.equal(await friends.isChecked(), false)
      await friends.check()
      await until(async () => (await chosen()).friend)
      await page.reload()
      await settled(page)
      await goTo(page, '/profile?section=messages')
      await friends.waitFor()
      assert.equal(await friends.isChecked(), true)
      await friends.uncheck()
      await until(async () => !(await chosen()).friend)
    },
    { route: '/profile?section=messages' },
  )
})

test('a changed address is written to the messenger account and shown in the app', async () => {
  await withPlayer(async ({ page, tgId }) => {
    const call = await callsOf(tgId)
    await call('user/accept_terms', { version: '1', req_id: reqId() })
    await call('withdraw/set_address', { key: 'ton', address, comment: '', req_id: reqId() })
    const message = await until(async () => (await written(tgId))[0])
    assert.match(message.text, /withdrawal address of your account was set/)
    const [[{ text, url }]] = message.reply_markup.inline_keyboard
    assert.equal(text, 'Check the address')
    assert.equal(new URL(url).searchParams.get('startapp'), 's_withdraw')
    assert.ok(!JSON.stringify(message).includes(address))
    await goTo(page, '/profile')
    await page.getByRole('link', { name: /New withdrawal address/ }).click()
    await page.getByText('This device').waitFor()
    assert.equal((await written(tgId)).length, 1)
  })
})

test('the button of a message opens its screen', async () => {
  await withPlayer(async ({ page, tgId }) => {
    await page.goto('about:blank')
    await page.goto(`${process.env.E2E_BASE}/dev?tg_id=${tgId}&start=s_withdraw`)
    await page.getByRole('heading', { name: 'Withdraw', exact: true }).waitFor()
  })
})
