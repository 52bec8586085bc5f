// 600 USDT leave by two people with passkeys, and an auditor's page checks both signatures itself, over what it shows and
// without a connection: a service that shows other terms than were signed is found.
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

test('signatures of 600 USDT hold on the page of an auditor, and nobody can use one again', async () => {
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
      await signedBy(auditor, [maker, lead])
      await findsOtherTerms(auditor, 'withdrawals/info', ({ withdrawal }) => {
        Object.assign(withdrawal, { amount: '60000000', net: String(60_000_000 - Number(withdrawal.fee)) })
      })

      // What the maker proposed, and the lead approved, in the first place.
      const proposals = await auditor.call('proposals/list', { state: 'done', kind: 'adjustment' })
      const made = proposals.data.list.find((one) => one.maker === maker.name)
      await auditor.go(`/desks/proposals?open=${made.proposal}&state=done`)
      await signedBy(auditor, [lead])
      await findsOtherTerms(auditor, 'proposals/info', ({ proposal }) => {
        Object.assign(proposal, { amount: '80000000', what: { ...proposal.what, delta: '80000000' } })
      })
      assert.deepEqual(
        [maker, lead, security, auditor].flatMap((one) => one.problems),
        [],
      )
    },
    { route: '/withdraw/do/ton' },
  )
})

/** Their signatures, in this order, hold over what is on the page; and again without a connection, when asked. */
async function signedBy({ page, problems }, signers) {
  const rows = page.getByRole('row').filter({ hasText: 'holds for these terms' })
  await rows.nth(signers.length - 1).waitFor()
  await page.getByText('what is shown is what is approved').waitFor()
  const lines = await rows.allTextContents()
  assert.equal(lines.length, signers.length, lines.join('\n'))
  signers.forEach(({ name }, index) => assert.ok(lines[index]?.includes(name), lines.join('\n')))

  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Check again' }).click()
  const hold = `${signers.length} of ${signers.length} signatures hold`
  await page.getByText(new RegExp(`without a connection: ${hold}$`)).waitFor()
  await rows.nth(signers.length - 1).waitFor()
  await page.context().setOffline(false)
  // Looking again while there was no line is what the browser writes down.
  const others = problems.filter((problem) => !problem.includes('ERR_INTERNET_DISCONNECTED'))
  problems.splice(0, problems.length, ...others)
}

/** The service shows other terms than were signed: the page says so, and no signature holds for them. */
async function findsOtherTerms({ page }, path, change) {
  const signers = await page.getByText('holds for these terms').count()
  await page.route(`**/staff/v1/${path}`, async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    change(json.data)
    await route.fulfill({ response, json })
  })
  await page.reload()
  await page.getByText('NOT what the service names', { exact: true }).waitFor()
  await page.getByRole('alert').filter({ hasText: 'is not what the service names as approved' }).waitFor()
  await page
    .getByText('signed for OTHER terms than these')
    .nth(signers - 1)
    .waitFor()
  assert.equal(await page.getByText('holds for these terms').count(), 0)
  await page.unrouteAll({ behavior: 'wait' })
}

test('the auditor sees who else has seen the log', async () => {
  const auditor = await member(browser, 'auditor')
  await auditor.go('/proofs')
  await auditor.page.getByText('witness.demo.localhost', { exact: true }).waitFor()
  await auditor.page.getByText(/^cosigned checkpoint \d+$/).waitFor()
  assert.deepEqual(auditor.problems, [])
})
