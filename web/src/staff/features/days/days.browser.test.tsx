// The daily close: a day that does not add up stays open.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, bodiesOf, expectClean, prepareConsole, show } from '../../testing/console.tsx'
import { at, world } from '../../testing/world.ts'

prepareConsole()

test('a day that does not add up is not closed', async () => {
  const data = world['days/info'] as { day: object; report: object }
  const open = { ...data.day, closed_ms: null }
  answer({
    'days/info': { ...data, day: open, report: { ...data.report, balanced: false }, signed: null, key: null },
  })
  await show('/desks/days?open=2026-11-21')
  await expect.element(page.getByRole('button', { name: 'Close this day' })).toBeDisabled()
  answer({ 'days/info': { ...data, day: open, signed: null, key: null } })
  await show('/desks/days?open=2026-11-21')
  await page.getByRole('button', { name: 'Close this day' }).click()
  await page.getByRole('dialog').getByLabelText('Reason').fill('Daily close')
  await page.getByRole('dialog').getByRole('button', { name: 'Close this day' }).click()
  await expect
    .poll(() => bodiesOf('days/close'))
    .toMatchObject([{ day: '2026-11-20', reason: 'Daily close' }])
})

test('today is a preview that cannot be closed, and what no comparison shows is unknown', async () => {
  const data = world['days/info'] as { report: { chains: object[]; checks: object[] } }
  const chain = {
    ...data.report.chains[0],
    on_chain: null,
    under_way: null,
    unbooked: null,
    difference: null,
  }
  const day = { day: '2026-11-22', over: false, closed_ms: null, by: null, reason: null, balanced: null }
  answer({
    'days/info': { day, report: { ...data.report, chains: [chain] }, signed: null, key: null },
  })
  const { container } = await show('/desks/days?open=2026-11-22')
  await expect.element(page.getByText(/Today is not over/)).toBeVisible()
  await expect.element(page.getByText(/lines of the chains and .* of custody, as they are now/)).toBeVisible()
  await expect.element(page.getByText(/as they were at the day’s end/)).not.toBeInTheDocument()
  await expect.element(page.getByText(/No comparison shows what the chain held/)).toBeVisible()
  const row = page.getByRole('table', { name: 'Chains beside the books' }).getByRole('row').nth(1)
  await expect.element(row).toMatchTextContent(/unknown812,964.000000unknownunknownunknown/)
  await expect.element(page.getByRole('button', { name: 'Close this day' })).not.toBeInTheDocument()
  await expectClean(container)
})

test('a close stands in the list at once', async () => {
  const data = world['days/info'] as { day: object }
  const open = { day: '2026-11-21', over: true, closed_ms: null, by: null, reason: null, balanced: null }
  const list = [open]
  answer({
    'days/list': () => ({ at, list, next: null }),
    'days/info': { ...data, day: open, signed: null, key: null },
    'days/close': () => {
      list[0] = { ...open, closed_ms: 1, by: 'ada', reason: 'Daily close', balanced: true } as never
      return data
    },
  })
  await show('/desks/days?open=2026-11-21')
  const row = page.getByRole('grid', { name: 'Daily close' }).getByRole('row').nth(1)
  await expect.element(row).toMatchTextContent(/open/)
  await page.getByRole('button', { name: 'Close this day' }).click()
  await page.getByRole('dialog').getByLabelText('Reason').fill('Daily close')
  await page.getByRole('dialog').getByRole('button', { name: 'Close this day' }).click()
  await expect.element(row).toMatchTextContent(/ada/)
})

const owedRow = () => page.getByRole('table', { name: 'Owed to players' }).getByRole('row').nth(1)

test('what the players are owed stands in the close with its roots', async () => {
  const { container } = await show('/desks/days?open=2026-11-20')
  await expect.element(owedRow()).toMatchTextContent(/USDT640,764.0000008zTq0Zf3…/)
  await expect.element(page.getByText(/Published at \/liabilities\/1795219199999/)).toBeVisible()
  await expectClean(container)
})

test('a day that is not closed has totals of the books and no roots', async () => {
  const data = world['days/info'] as { report: { liabilities: { owed: object[] } } }
  const owed = data.report.liabilities.owed.map((line) => ({ ...line, root: null }))
  const liabilities = { at_ms: null, checkpoint: null, owed }
  const day = { day: '2026-11-21', over: true, closed_ms: null, by: null, reason: null, balanced: null }
  answer({
    'days/info': { ...data, day, report: { ...data.report, liabilities }, signed: null, key: null },
  })
  await show('/desks/days?open=2026-11-21')
  await expect.element(owedRow()).toMatchTextContent(/USDT640,764.000000with the close/)
})

test('whoever closes a day with open breaks has seen them, and an older close has none', async () => {
  const data = world['days/info'] as { day: object; report: object }
  answer({ 'days/info': { ...data, day: { ...data.day, closed_ms: null }, signed: null, key: null } })
  const { container } = await show('/desks/days?open=2026-11-20')
  const table = page.getByRole('table', { name: 'Chains and journal, line by line' })
  await expect.element(table.getByRole('row').nth(1)).toMatchTextContent(/not in the journal150\.000000/)
  const look = page.getByRole('link', { name: 'Look at the lines' }).element()
  expect(look.getAttribute('href')).toContain('/desks/reconciliation?from=2026-11-20&to=2026-11-20')
  await page.getByRole('button', { name: 'Close this day' }).click()
  await expect.element(page.getByRole('dialog')).toMatchTextContent(/One line has no other side/)
  await expectClean(container)
  answer({ 'days/info': { ...data, report: { ...data.report, breaks: null } } })
  await show('/desks/days?open=2026-11-19')
  await expect.element(page.getByText('Gross revenue').last()).toBeVisible()
  await expect.element(table).not.toBeInTheDocument()
})

test('the figures of a day stand beside those of the day before, with the change', async () => {
  const data = world['days/info'] as { day: object; report: object }
  const of = (day: string, ggr: string, hold: number) => ({
    ...data,
    report: { ...data.report, day, ggr, hold_per_mille: hold },
  })
  answer({
    'days/info': ({ day }: { day: string }) =>
      day === '2026-11-20' ? of(day, '5000000', 60) : of(day, '2000000', 55),
  })
  const { container } = await show('/desks/days?open=2026-11-20')
  const table = page.getByRole('table', { name: 'Revenue' })
  await expect.element(table.getByRole('row').first()).toMatchTextContent(/2026-11-202026-11-19Change/)
  const row = (name: string) => table.getByRole('row').filter({ hasText: name })
  await expect.element(row('Gross revenue')).toMatchTextContent(/5\.000000USDT.*2\.000000USDT.*3\.000000USDT/)
  await expect.element(row('Hold')).toMatchTextContent(/6\.0 %5\.5 %0\.5 %/)
  await expectClean(container)
})

test('the first day of the log has no day before', async () => {
  const data = world['days/info']
  answer({
    'days/info': ({ day }: { day: string }) =>
      day === '2026-11-20' ? data : { error: -1006, message: 'day', data: { field: 'day' } },
  })
  await show('/desks/days?open=2026-11-20')
  const table = page.getByRole('table', { name: 'Revenue' })
  await expect.element(table.getByRole('row').first()).toMatchTextContent(/2026-11-20Day beforeChange/)
})

test('the calendar shows how each day stands and opens it', async () => {
  const { router } = await show('/desks/days?open=2026-11-20')
  const calendar = page.getByRole('region', { name: 'Calendar of days' })
  await expect.element(calendar.getByRole('button', { name: '2026-11-22: today' })).toBeVisible()
  await expect.element(calendar.getByRole('button', { name: '2026-11-20: closed' })).toBeVisible()
  await calendar.getByRole('button', { name: '2026-11-21: open' }).click()
  expect(router.state.location.search).toContain('open=2026-11-21')
})
