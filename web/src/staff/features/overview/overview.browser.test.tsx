// The overview's queues and figures of today: a list that is not known is never shown as empty.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { BooksFinancialsData, OverviewInfoData, StaffAlert } from '../../api/endpoints.gen.ts'
import { answer, bodiesOf, expectClean, prepareConsole, show } from '../../testing/console.tsx'
import { at, world } from '../../testing/world.ts'
import { amountText } from '../../words/money.ts'

prepareConsole()

const queue = (name: string) =>
  page
    .getByRole('table', { name: 'What waits for a person' })
    .getByRole('row')
    .filter({ hasText: new RegExp(`^${name}`) })

test('a queue has the count, the sum and the age of all that waits, as the server counts it', async () => {
  const hoursAgo = (hours: number) => Date.now() - hours * 3_600_000
  const list = [
    { name: 'checks', count: 51, amount: null, oldest_ms: hoursAgo(26) },
    { name: 'payments', count: 251, amount: '3000000', oldest_ms: hoursAgo(5) },
    { name: 'proposals', count: 0, amount: '0', oldest_ms: null },
  ]
  answer({ 'overview/queues': { at, list } })
  const { container } = await show('/overview')
  await expect.element(queue('Identity checks')).toMatchTextContent(/^Identity checks51–1 d/)
  await expect
    .element(queue('Unmatched payments'))
    .toMatchTextContent(/^Unmatched payments2513\.000000USDT5 h/)
  await expect.element(queue('Proposals')).toMatchTextContent(/^Proposals00\.000000USDT–$/)
  expect(bodiesOf('kyc/list')).toEqual([])
  expect(bodiesOf('topups/unmatched')).toEqual([])
  const table = page.getByRole('table', { name: 'What waits for a person' })
  await table.getByRole('link', { name: 'Unmatched payments' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Unmatched payments' })).toBeVisible()
  await expectClean(container)
})

test('alerts that nobody sees to and open lines of custody stand beside them with amount and age', async () => {
  await show('/overview')
  await expect.element(queue('Alerts nobody sees to')).toMatchTextContent(/^Alerts nobody sees to4–\d+ h/)
  await expect
    .element(queue('of them: Wallets hold too little'))
    .toMatchTextContent(/^of them: Wallets hold too little1412\.500000USDT\d+ (h|min)/)
  await expect.element(queue('of them: Identity checks wait')).toMatchTextContent(/1––$/)
  const lines = page.getByRole('table', { name: 'Open lines of custody' })
  await expect
    .element(lines.getByRole('row').filter({ hasText: 'All open lines' }))
    .toMatchTextContent(/All open lines337\.500000USDT2 d/)
})

test('an urgent alert says for how long it holds', async () => {
  const alerts = (world['alerts/list'] as { list: StaffAlert[] }).list
  const [due, , low] = alerts as [StaffAlert, StaffAlert, StaffAlert]
  const list = [
    { ...due, since_ms: Date.now() - 3 * 3_600_000 - 60_000 },
    { ...low, since_ms: null },
  ]
  answer({ 'alerts/list': { list } })
  await show('/overview')
  const urgent = page.getByRole('table', { name: 'Urgent' })
  await expect.element(urgent.getByRole('columnheader', { name: 'Age' })).toBeVisible()
  const row = (text: string) => urgent.getByRole('row').filter({ hasText: text })
  await expect.element(row('A withdrawal is due')).toMatchTextContent(/3 h 1 min$/)
  await expect.element(row('Wallets hold too little')).toMatchTextContent(/–$/)
})

test('queues that cannot be read say so, and whoever may not ask for them sees none', async () => {
  answer({ 'overview/queues': { error: -1008, message: 'Busy, please retry', data: null } })
  await show('/overview', { can: ['overview.info', 'overview.queues'] })
  await expect.element(page.getByText('Could not load')).toBeVisible()
  await show('/overview', { can: ['overview.info'] })
  await expect.element(page.getByText('Prize reserve').first()).toBeVisible()
  await expect.element(page.getByText('What waits for a person')).not.toBeInTheDocument()
  await expect.element(page.getByText('Net equity in USDT')).not.toBeInTheDocument()
})

test('net equity is after what players can exchange for USDT', async () => {
  const financials = world['books/financials']
  const { list, sums } = (
    typeof financials === 'function' ? financials({}) : financials
  ) as BooksFinancialsData
  const owed = BigInt(list.find((line) => line.accounts.includes('gusd'))?.closing ?? '0')
  const usdt = sums.find(({ asset }) => asset === 'usdt')?.closing
  const net = BigInt(usdt?.equity ?? '0') + BigInt(usdt?.result ?? '0') - owed
  expect(owed).toBeGreaterThan(0n)
  await show('/overview')
  const figure = () => page.getByText('Net equity in USDT').element().parentElement?.textContent ?? ''
  await expect
    .poll(() => figure().replaceAll(',', ''))
    .toContain(amountText(net.toString(), 'usdt').replaceAll(',', ''))
  expect(figure()).toContain('10,000 for 1')
})

test('the past has no queues and nothing of today', async () => {
  await show('/overview?at=47940')
  await expect.element(page.getByText('Prize reserve').first()).toBeVisible()
  await expect.element(page.getByText('What waits for a person')).not.toBeInTheDocument()
  await expect.element(page.getByText('Net equity in USDT')).not.toBeInTheDocument()
})

test('what covers what is owed stands line by line, and a check that is short says so', async () => {
  const overview = world['overview/info'] as { solvency: { name: string; holds: boolean }[] }
  const solvency = overview.solvency.map((check) => ({ ...check, holds: check.name !== 'reserve' }))
  answer({ 'overview/info': { ...overview, solvency } })
  const { container } = await show('/overview')
  const lines = page.getByRole('table', { name: 'What covers what is owed' })
  const row = (text: string) => lines.getByRole('row').filter({ hasText: text })
  await expect.element(row('Open paid dives').first()).toMatchTextContent(/5\.000000$/)
  await expect.element(row('Prize reserve NOT covered')).toMatchTextContent(/75,187\.680000/)
  await expect.element(row('Promotion money covered')).toMatchTextContent(/530\.00000080\.000000/)
  await expect.element(row('The whole house covered')).toMatchTextContent(/81,147\.5000005,379\.471051/)
  expect(row('Missing on the chains').elements()).toHaveLength(0)
  await expectClean(container)
})

test('what the chains lack is said to be unknown while nobody compares them, but of no past moment', async () => {
  const overview = world['overview/info'] as OverviewInfoData
  const solvency = overview.solvency.map((check) => ({
    ...check,
    has_lines: check.has_lines.filter(({ name }) => name !== 'chain_lacks'),
  }))
  answer({ 'overview/info': { ...overview, solvency } })
  await show('/overview')
  const lines = page.getByRole('table', { name: 'What covers what is owed' })
  const row = lines.getByRole('row').filter({ hasText: 'Missing on the chains' })
  await expect.element(row.first()).toMatchTextContent('not compared lately')
  expect(row.elements()).toHaveLength(2)
  await show('/overview?at=47940')
  await expect.element(lines).toBeVisible()
  expect(row.elements()).toHaveLength(0)
})
