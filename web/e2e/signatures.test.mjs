// 600 USDT leave by two people with passkeys, and an auditor's page checks both signatures itself.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from './browser.mjs'
import { member } from './member.mjs'
import { device, enrols } from './passkey.mjs'
import { callsOf, reqId, withPlayer } from './player.mjs'
import { approves, wealthy } from './wealthy.mjs'

/** @type {import('playwright-core').Browser} */
let browser

before(async () => {
  browser = await openBrowser()
})
after(() => browser?.close())

test('both signatures of 600 USDT hold on the page of an auditor, and nobody can use one again', async () => {
  const roles = ['finance', 'finance_lead', 'finance_lead', 'security', 'auditor']
  const [maker, lead, third, security, auditor] = await Promise.all(
    roles.map((role) => member(browser, role)),
  )
  for (const one of [maker, lead]) {
    await device(one.page)
    await enrols(one, security)
  }
  await withPlayer(
    async ({ page, tgId }) => {
      const call = await callsOf(tgId)
      await wealthy(browser, maker, lead, { page, call })
      const { withdraw } = await call('withdraw/do', { key: 'ton', amount: '600', req_id: reqId() })
      const id = withdraw.withdraw_id
      const route = `/desks/withdrawals?open=${id}`
      await maker.go(route)
      await maker.page.getByRole('button', { name: 'Give the first yes' }).click()
      await maker.act('Give the first yes', 'The cup is on record')
      await maker.page.getByText('First yes given: a finance lead has to agree').waitFor()

      const { data } = await auditor.call('withdrawals/info', { withdrawal: id })
      const [{ signature, request, digest }] = data.signatures
      const replayed = { withdrawal: id, digest, signature, reason: 'As she said', req_id: request }
      assert.equal((await third.call('withdrawals/approve', replayed)).error, 9008)

      await lead.go(route)
      await approves(lead, 'The second pair of eyes')
      await lead.page.getByText('Approved: it is on its way').waitFor()
      await auditor.go(route)
      await auditor.page.getByText('holds for these terms').nth(1).waitFor()
      const rows = auditor.page.getByRole('row').filter({ hasText: 'holds for these terms' })
      const lines = await rows.allTextContents()
      assert.deepEqual(
        lines.map((line) => [maker, lead].findIndex(({ name }) => line.includes(name))),
        [0, 1],
        lines.join('\n'),
      )
      assert.deepEqual(
        [maker, lead, security, auditor].flatMap((one) => one.problems),
        [],
      )
    },
    { route: '/withdraw/do/ton' },
  )
})

test('the auditor sees who else has seen the log', async () => {
  const auditor = await member(browser, 'auditor')
  await auditor.go('/proofs')
  await auditor.page.getByText('witness.demo.localhost', { exact: true }).waitFor()
  await auditor.page.getByText(/^cosigned checkpoint \d+$/).waitFor()
  assert.deepEqual(auditor.problems, [])
})
