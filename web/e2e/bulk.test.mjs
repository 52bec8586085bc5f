// Several withdrawals decided with one reason against the real server: each by a command of its own, whose answer stands
// beside it; what somebody else decided meanwhile is refused, and ends none of the others.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from './browser.mjs'
import { choose, waiting } from './chosen.mjs'
import { englishOn, ownWordsOf } from './english.mjs'
import { member } from './member.mjs'
import { reqId } from './player.mjs'

const { zh } = await import('../src/staff/texts/zh/index.ts')

/** @type {import('playwright-core').Browser} */
let browser

before(async () => {
  browser = await openBrowser()
})
after(() => browser?.close())

const tried = ({ id }) => ({ withdrawal: id, reason: 'Decided by another', req_id: reqId() })

test('three withdrawals are rejected with one reason, one of which another member decided meanwhile', async () => {
  const [desk, other] = [await member(browser, 'finance'), await member(browser, 'finance')]
  const all = await Promise.all(Array.from({ length: 3 }, waiting))
  await desk.go('/desks/withdrawals')
  await choose(
    desk.page,
    all.map(({ id }) => id),
  )
  await desk.page.getByText('3 chosen').waitFor()
  await desk.page.getByRole('toolbar').getByRole('button', { name: 'Reject' }).click()
  assert.equal((await other.call('withdrawals/reject', tried(all[1]))).error, 0)
  const dialog = desk.page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Address of an exchange without a comment')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await dialog.getByText('2 done, 1 refused, 0 left out, 0 not decided').waitFor()
  await dialog.getByRole('row').filter({ hasText: '(9003)' }).waitFor()
  assert.deepEqual(await Promise.all(all.map(({ left }) => left())), ['10.000000', '10.000000', '10.000000'])
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  assert.deepEqual([...desk.problems, ...other.problems], [])
})

test('two are approved in Chinese, each bound to its own terms, and nothing of it is English', async () => {
  const desk = await member(browser, 'finance')
  const all = await Promise.all([waiting(), waiting()])
  const own = ownWordsOf(desk.page)
  await desk.go('/desks/withdrawals')
  await desk.page.getByRole('button', { name: '中文' }).click()
  await desk.page.getByRole('heading', { level: 1, name: /\p{Script=Han}/u }).waitFor()
  await choose(
    desk.page,
    all.map(({ id }) => id),
  )
  await desk.page.getByRole('toolbar').getByRole('button', { name: zh.withdrawals.approve }).click()
  const dialog = desk.page.getByRole('dialog')
  await dialog.getByText(zh.withdrawals.approveManyText).waitFor()
  await dialog.getByLabel(zh.act.reason).fill('来源清楚')
  assert.deepEqual(await englishOn(desk.page, own), [])
  await dialog.getByRole('button', { name: zh.withdrawals.approve }).click()
  await dialog.getByText(zh.bulk.sum('2', '0', '0', '0')).waitFor()
  assert.deepEqual(await englishOn(desk.page, own), [])
  for (const { id } of all) {
    const { data } = await desk.call('withdrawals/info', { withdrawal: id })
    assert.equal(data.withdrawal.approved_by.length, 1)
    assert.notEqual(data.withdrawal.state, 'review')
  }
  assert.deepEqual(desk.problems, [])
})
