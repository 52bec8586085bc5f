// A payment that names no order, on the local chain: two people give it to a player, who has the coupons once.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from './browser.mjs'
import { member } from './member.mjs'
import { callsOf, newId, reqId, until } from './player.mjs'

/** @type {import('playwright-core').Browser} */
let browser

before(async () => {
  browser = await openBrowser()
})
after(() => browser?.close())

/** Pays an order's amount with another comment: what the wallet signs is the server's message but for the number. */
async function paysAstray(call) {
  await call('user/accept_terms', { version: '1', req_id: reqId() })
  const { order } = await call('topup/create', { channel: 'ton_usdt', amount: '10', req_id: reqId() })
  const { address } = await call('/dev/wallet/info')
  const asked = await call('topup/message', { order_no: order.order_no, address })
  const [message] = asked.messages
  const comment = String(newId()).padEnd(order.order_no.length, 'x')
  const bytes = Buffer.from(message.payload, 'base64').toString('latin1')
  assert.ok(bytes.includes(order.order_no), 'the message carries the number')
  const payload = Buffer.from(bytes.replace(order.order_no, comment), 'latin1').toString('base64')
  await call('/dev/wallet/send', { valid_until: asked.valid_until, ...message, payload })
  return comment
}

test('a payment that names no order goes to the player whom two people name', async () => {
  const finance = await member(browser, 'finance')
  const lead = await member(browser, 'finance_lead')
  const call = await callsOf(newId())
  const { user } = await call('user/info')
  const comment = await paysAstray(call)
  const payment = await until(async () => {
    const { data } = await finance.call('topups/unmatched', {})
    return data.list.find((one) => one.comment === comment)
  })
  await finance.go(`/desks/topups?open=${payment.tx}`)
  await finance.page.getByRole('button', { name: 'A player' }).click()
  await finance.page.getByLabel('Player id').fill(user.user_id)
  await finance.page.getByRole('button', { name: 'Propose to assign' }).click()
  await finance.act('Propose to assign', 'The player showed the transfer')
  const { data } = await lead.call('proposals/list', { kind: 'topup_assign' })
  const made = data.list.find(({ what }) => what.player === user.user_id)
  await lead.go(`/desks/proposals?open=${made.proposal}`)
  await lead.page.getByText('Limit left today').first().waitFor()
  await lead.page.getByRole('button', { name: 'Approve' }).click()
  await lead.act('Approve', 'Seen on the chain')
  await until(async () => (await call('coupon/info')).coupon === '10.000000')
})
