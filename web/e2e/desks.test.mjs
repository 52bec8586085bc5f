// The staff's desks against the real server: money goes out by the yes of a person, and a correction only by two.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from './browser.mjs'
import { member } from './member.mjs'
import { setAddress, shared } from './payee.mjs'
import { callsOf, newId, reqId } from './player.mjs'

/** @type {import('playwright-core').Browser} */
let browser

before(async () => {
  browser = await openBrowser()
})
after(() => browser?.close())

/** Puts a packet of USDT out at the desk; gives its code. */
async function packet(content, total) {
  await content.go('/desks/packets')
  await content.page.getByRole('button', { name: 'New packet' }).click()
  const dialog = content.page.getByRole('dialog')
  await dialog.getByLabel('What is in it').selectOption('usdt')
  await dialog.getByLabel('Total').fill(total)
  await dialog.getByLabel('Shares').fill('1')
  await dialog.getByLabel('Name in English').fill('Harvest')
  await dialog.getByLabel('Name in Chinese').fill('丰收红包')
  await content.act('New packet', 'Autumn campaign')
  return /Packet (\w+) is out/.exec(
    await content.page.getByRole('status').filter({ hasText: 'is out' }).textContent(),
  )?.[1]
}

test('a packet is put out at its desk, and the withdrawal of what was in it waits for a person', async () => {
  const content = await member(browser, 'content')
  const finance = await member(browser, 'finance')
  await shared()
  const call = await callsOf(newId())
  await call('user/accept_terms', { version: '1', req_id: reqId() })
  await call('redpacket/claim', { code: await packet(content, '12'), req_id: reqId() })
  await (
    await setAddress(call)
  )()
  const { withdraw } = await call('withdraw/do', { key: 'ton', amount: '10', req_id: reqId() })

  await finance.go(`/desks/withdrawals?open=${withdraw.withdraw_id}`)
  await finance.page.getByText('never topped up').first().waitFor()
  await finance.page.keyboard.press('r')
  await finance.act('Reject', 'Address of an exchange without a comment')
  await finance.page.getByText('Rejected: the money is back with the player').waitFor()
  assert.equal((await call('fishing/player_info')).asset.usdt, '12.000000')
  assert.deepEqual([...content.problems, ...finance.problems], [])
})

test('a correction is proposed by one, not approved by the same, and posted by another', async () => {
  const maker = await member(browser, 'finance')
  const second = await member(browser, 'finance_lead')
  const call = await callsOf(newId())
  const { user } = await call('user/info')
  await maker.go(`/desks/adjustments?player=${user.user_id}`)
  await maker.page.getByLabel('Amount in USDT').fill('1.5')
  await maker.page.getByLabel('Case').fill('77')
  await maker.page.getByLabel('Closed months').selectOption('none')
  await maker.page.getByRole('button', { name: 'Propose' }).click()
  await maker.act('Propose', 'Paid twice')
  await maker.page.getByRole('link', { name: 'Look at it' }).click()
  await maker.page.getByText('You proposed this: another person has to approve it.').waitFor()
  const route = new URL(maker.page.url()).hash.slice(1)

  await second.go(route)
  await second.page.getByRole('list', { name: 'Legs that will be posted' }).waitFor()
  await second.page.keyboard.press('a')
  await second.act('Approve', 'Checked against the chain')
  await second.page.getByText('Approved and carried out').waitFor()
  assert.equal((await call('fishing/player_info')).asset.usdt, '1.500000')
  assert.deepEqual([...maker.problems, ...second.problems], [])
})
