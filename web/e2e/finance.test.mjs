// Payouts that need two approvals, from the player's request to the auditor's register: who may not approve twice, what an
// approval is bound to, and that the registers show who decided and why.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from './browser.mjs'
import { member, proposes } from './member.mjs'
import { callsOf, newId, reqId, withPlayer } from './player.mjs'
import { quiet } from './staffScreens.mjs'
import { approves, looksAt, usdtOf, wealthy } from './wealthy.mjs'

/** The local chain takes its time on a busy machine. */
const paidSoon = { timeout: 120_000 }
/** @type {import('playwright-core').Browser} */
let browser
let maker
let lead
let auditor

before(async () => {
  browser = await openBrowser()
  maker = await member(browser, 'finance')
  lead = await member(browser, 'finance_lead')
  auditor = await member(browser, 'auditor')
})
after(() => browser?.close())

const problems = () => [maker, lead, auditor].flatMap((one) => one.problems)

/** The player asks in the app; gives the withdrawal's id. */
async function asks(page, amount) {
  await page.reload()
  await page.getByLabel('Amount, USDT').fill(amount)
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await page
    .getByRole('dialog', { name: 'Confirm withdrawal' })
    .getByRole('button', { name: 'Confirm' })
    .click()
  await page.waitForFunction(() => location.hash.startsWith('#/withdraw/detail/'))
  return new URL(page.url()).hash.split('/').at(-1)
}

/** Lines of a register as an auditor reads them. */
async function register(name) {
  await auditor.go(`/registers?register=${name}`)
  await auditor.page.getByRole('button', { name: 'Reload' }).click()
  await quiet(auditor.page)
  return auditor.page.getByRole('row').allTextContents()
}

/** One line says all of it. */
function has(lines, ...parts) {
  assert.ok(
    lines.some((line) => parts.every((part) => line.includes(part))),
    `No line says “${parts.join('”, “')}”:\n${lines.join('\n')}`,
  )
}

test('600 USDT leave by two different people', async () => {
  await withPlayer(
    async ({ page, tgId }) => {
      const call = await callsOf(tgId)
      await wealthy(browser, maker, lead, { page, call })
      const id = await asks(page, '600')

      const route = `/desks/withdrawals?open=${id}`
      await maker.go(route)
      await maker.page.getByText('nobody yet, needs 2').waitFor()
      await maker.page.getByRole('button', { name: 'Give the first yes' }).click()
      await maker.act('Give the first yes', 'The cup is on record')
      await maker.page.getByText('First yes given: a finance lead has to agree').waitFor()
      await maker.go(route)
      await maker.page.getByText('You said yes already: another person has to agree.').waitFor()
      assert.ok(await maker.page.getByRole('button', { name: 'Approve', exact: true }).isDisabled())
      const { data } = await maker.call('withdrawals/info', { withdrawal: id })
      const again = await maker.call('withdrawals/approve', {
        withdrawal: id,
        digest: data.digest,
        reason: 'And once more',
        req_id: reqId(),
      })
      assert.deepEqual([again.error, again.message], [9002, 'Another person must approve'])

      await lead.go(route)
      await lead.page.getByText(`${maker.name} (1 / 2)`).waitFor()
      await approves(lead, 'The second pair of eyes')
      await lead.page.getByText('Approved: it is on its way').waitFor()
      await page.getByText('Paid out', { exact: true }).waitFor(paidSoon)
      assert.equal(await usdtOf(call), '100.000000')
      assert.deepEqual(problems(), [])
    },
    { route: '/withdraw/do/ton' },
  )
})

test('the auditor reads in the registers who proposed, who agreed and why', async () => {
  const approvals = await register('approvals')
  // The withdrawal, and the correction of which it was paid.
  has(approvals, 'Withdrawal', `${maker.name}, ${lead.name}`, 'The second pair of eyes')
  has(approvals, maker.name, lead.name, 'Prize of the autumn cup', 'The list of winners is signed')
  const acts = await register('acts')
  has(acts, maker.name, 'The cup is on record')
  has(acts, lead.name, 'The second pair of eyes')
  has(
    await register('manual'),
    '800.00 USDT',
    'case 800',
    `proposed by ${maker.name}`,
    `approved by ${lead.name}`,
  )
  assert.deepEqual(auditor.problems, [])
})

test('another amount is another proposal: a yes for the old one moves nothing', async () => {
  const call = await callsOf(newId())
  const { user } = await call('user/info')
  const old = await proposes(maker, user.user_id, '5', 'Paid twice')
  await looksAt(lead, old)
  // Nothing new reaches the lead's screen until the yes, however long it takes.
  const news = '**/proposals/{info,list}'
  await lead.page.route(news, () => undefined)

  // The maker saw a slip: the old one is taken back and the right one proposed, while the old one stands on the lead's screen.
  await maker.page.getByRole('button', { name: 'Take back' }).click()
  await maker.act('Take back', 'It was seven')
  const right = await proposes(maker, user.user_id, '7', 'Paid twice, seven in all')
  const idOf = (route) => new URLSearchParams(route.split('?')[1]).get('open')
  const digestOf = async (route) =>
    (await lead.call('proposals/info', { proposal: idOf(route) })).data.proposal.digest

  await lead.page.getByRole('button', { name: 'Approve', exact: true }).click()
  assert.equal(await lead.refused('Approve', 'As it was on my screen'), 'The state has changed (9003)')
  await lead.page.unroute(news)
  assert.notEqual(await digestOf(old), await digestOf(right))
  const borrowed = await lead.call('proposals/approve', {
    proposal: idOf(right),
    digest: await digestOf(old),
    reason: 'It is nearly the same',
    req_id: reqId(),
  })
  assert.deepEqual([borrowed.error, borrowed.message], [9003, 'The state has changed'])
  assert.equal(await usdtOf(call), '0.000000')

  await looksAt(lead, right)
  await approves(lead, 'Seven are on the chain')
  await lead.page.getByText('Approved and carried out').waitFor()
  assert.equal(await usdtOf(call), '7.000000')
  assert.deepEqual(problems(), [])
})
