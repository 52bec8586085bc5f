// Personal data against the real server: an erasure is proposed, approved, listed and taken back, and what is held is made.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { openBrowser } from './browser.mjs'
import { member } from './member.mjs'
import { callsOf, newId } from './player.mjs'

/** @type {import('playwright-core').Browser} */
let browser

before(async () => {
  browser = await openBrowser()
})
after(() => browser?.close())

/** Presses, gives the reason, and does it. */
async function does({ page, act }, label, reason) {
  await page.getByRole('button', { name: label }).click()
  await act(label, reason)
}

/** Approves what somebody else just proposed. */
async function approves(approver, maker) {
  const link = maker.page.getByRole('link', { name: 'Look at the proposal' })
  const proposal = new URLSearchParams((await link.getAttribute('href')).split('?')[1]).get('open')
  await approver.go(`/desks/proposals?open=${proposal}`)
  await does(approver, 'Approve', 'it is right')
  await approver.page.getByText('Approved and carried out').waitFor()
}

test('an erasure is proposed by support, approved by risk, waits on the desk, and is taken back', async () => {
  const support = await member(browser, 'support')
  const risk = await member(browser, 'risk')
  const call = await callsOf(newId())
  const { user } = await call('user/info')
  await support.go(`/players/${user.user_id}?tab=person`)
  await does(support, 'Ask for erasure', 'letter 12')
  await approves(risk, support)
  await risk.go('/desks/erasure')
  await risk.page.getByRole('row').filter({ hasText: 'letter 12' }).click()
  await does(risk, 'Take the request back', 'another account')
  await risk.page.getByText('The request is taken back').waitFor()
})

test('what is held of a person is saved once another approved it, and the look is recorded', async () => {
  const risk = await member(browser, 'risk')
  const security = await member(browser, 'security')
  const tgId = newId()
  const call = await callsOf(tgId)
  const { user } = await call('user/info')
  await risk.go(`/players/${user.user_id}?tab=person`)
  await does(risk, 'Propose the access file', '2026-12')
  await approves(security, risk)
  await risk.go('/players')
  await risk.go(`/players/${user.user_id}?tab=person`)
  await does(risk, 'Make the access file', '2026-13')
  const text = async (button) => {
    const saved = risk.page.waitForEvent('download')
    await risk.page.getByRole('button', { name: button }).click()
    return readFile(await (await saved).path(), 'utf8')
  }
  const held = JSON.parse(await text('Save as JSON'))
  const part = (name) => held.parts.find((one) => one.name === name)?.records ?? []
  assert.equal(part('account')[0].messenger_id, String(tgId))
  assert.equal(part('profile')[0].nickname, user.nickname)
  assert.ok(part('history').length > 0 && part('sessions').length > 0)
  const page = await text('Save as a page')
  assert.ok(page.includes(String(tgId)) && page.includes('History of the account'))
  assert.ok(!/<script|https?:/.test(page), 'the page loads nothing')
  await risk.go('/registers?register=personal')
  await risk.page.getByText('2026-13').first().waitFor()
})
