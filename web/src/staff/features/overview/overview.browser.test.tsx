// The overview's queues and figures of today: a list that is not known is never shown as empty.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, expectClean, prepareConsole, show } from '../../testing/console.tsx'
import { world } from '../../testing/world.ts'

prepareConsole()

const queue = (name: string) =>
  page.getByRole('table', { name: 'What waits for a person' }).getByRole('row').filter({ hasText: name })

test('what waits is counted, summed and dated, and leads to its desk', async () => {
  const payment = { ...(world['topups/unmatched'] as { list: object[] }).list[0], asset: 'usdt' }
  const seen = (amount: string, hours: number) => ({
    ...payment,
    amount,
    tx: amount,
    seen_ms: Date.now() - hours * 3_600_000,
  })
  answer({ 'topups/unmatched': { list: [seen('2500000', 5), seen('500000', 2)], next: null } })
  const { container } = await show('/overview')
  await expect.element(queue('Payments of nobody')).toMatchTextContent(/Payments of nobody23\.000000USDT5 h/)
  await page.getByRole('link', { name: 'Payments of nobody' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Unmatched payments' })).toBeVisible()
  await expectClean(container)
})

test('a queue that cannot be read says so, and a reader sees no queue that is closed to them', async () => {
  answer({ 'kyc/list': { error: -1008, message: 'Busy, please retry', data: null } })
  await show('/overview', { can: ['overview.info', 'kyc.list'] })
  await expect.element(queue('Identity checks')).toMatchTextContent(/Identity checksCould not load/)
  expect(page.getByRole('link', { name: 'Proposals' }).elements()).toHaveLength(0)
  await expect.element(page.getByText('Net equity in USDT')).not.toBeInTheDocument()
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
  await expect.element(row('Open paid dives')).toMatchTextContent(/5\.000000$/)
  await expect.element(row('Prize reserve NOT covered')).toMatchTextContent(/75,187\.680000/)
  await expect.element(row('Promotion money covered')).toMatchTextContent(/530\.00000080\.000000/)
  expect(row('Missing on the chains').elements()).toHaveLength(0)
  await expectClean(container)
})
