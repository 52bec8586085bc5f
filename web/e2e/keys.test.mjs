// A passkey against the real server: made on a device, approved by another person, and in force from then on. The
// authenticator is the browser's own virtual one.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from './browser.mjs'
import { ledger } from './staff.mjs'
import { member, namedBase, proposes } from './member.mjs'
import { device, enrols } from './passkey.mjs'
import { callsOf, newId, reqId } from './player.mjs'

/** @type {import('playwright-core').Browser} */
let browser

before(async () => {
  browser = await openBrowser()
})
after(() => browser?.close())

test('who has a passkey signs what is approved, and nothing where the device does not know them', async () => {
  const [maker, lead, security] = [
    await member(browser, 'finance'),
    await member(browser, 'finance_lead'),
    await member(browser, 'security'),
  ]
  assert.match(namedBase, /localhost/)
  const lock = await device(lead.page)
  await enrols(lead, security)

  const call = await callsOf(newId())
  const { user } = await call('user/info')
  await lead.go(await proposes(maker, user.user_id, '600', 'Paid twice'))
  await lead.page.getByRole('button', { name: 'Approve', exact: true }).click()
  await lead.act('Approve', 'Checked against the chain')
  await lead.page.getByText('Approved and carried out').waitFor()
  assert.equal((await call('fishing/player_info')).asset.usdt, '600.000000')

  const second = await proposes(maker, user.user_id, '7', 'Paid twice')
  const id = new URLSearchParams(second.split('?')[1]).get('open')
  const unsigned = await lead.call('proposals/approve', {
    proposal: id,
    digest: '0'.repeat(64),
    reason: 'no device',
    req_id: reqId(),
  })
  assert.equal(unsigned.error, 9007, unsigned.message)
  await lock()
  await lead.go(second)
  await lead.page.getByRole('button', { name: 'Approve', exact: true }).click()
  assert.match(await lead.refused('Approve', 'not recognised'), /Nothing was signed/)
  assert.equal((await call('fishing/player_info')).asset.usdt, '600.000000')
  const { laws } = JSON.parse(await ledger('audit', '--json'))
  const signatures = laws.filter(({ law }) => ['I-41d', 'I-41e'].includes(law))
  assert.deepEqual(
    signatures.map(({ compared, broken }) => [compared > 0, broken]),
    [
      [true, 0],
      [true, 0],
    ],
  )
  assert.deepEqual([...maker.problems, ...security.problems], [])
})
