// Closed months: what hinders a closing is said, a closing is proposed once, statements stand beside the month before.
import { expect, test } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { answer, bodiesOf, expectClean, prepareConsole, show } from '../../testing/console.tsx'
import { world } from '../../testing/world.ts'

prepareConsole()

type Info = { period: object; report: { closings: object[] } }
const data = world['periods/info'] as Info
const openMonth = (finding: object | null) => ({
  ...data,
  period: { ...data.period, state: 'open', sequence: null, closed_ms: null, proposal: null },
  report: { ...data.report, closings: [] },
  finding,
  signed: null,
  key: null,
})
const propose = () => page.getByRole('button', { name: 'Propose to close' })

test('a month with an open day is not proposed, and the day is named', async () => {
  answer({
    'periods/info': openMonth({
      code: 'day_without_close',
      of: 'period',
      values: { day: '2026-10-17' },
      text: '2026-10-17 has no daily close',
    }),
  })
  const { container } = await show('/desks/periods?open=2026-10')
  await expect.element(page.getByText(/2026-10-17 has no daily close/)).toBeVisible()
  await expect.element(propose()).toBeDisabled()
  await expectClean(container)
})

test('the next month is proposed with a reason', async () => {
  answer({ 'periods/info': openMonth(null) })
  await show('/desks/periods?open=2026-10')
  await propose().click()
  await page.getByRole('dialog').getByLabelText('Reason').fill('Month end')
  await page.getByRole('dialog').getByRole('button', { name: 'Propose to close' }).click()
  await expect
    .poll(() => bodiesOf('periods/propose'))
    .toMatchObject([{ period: '2026-10', reason: 'Month end' }])
  await expect.element(page.getByText('Proposed; it waits for a second person.')).toBeVisible()
})

test('a quarter is proposed like a month, and says who closed it', async () => {
  const open = openMonth(null)
  const quarter = { ...open, period: { ...open.period, period: '2026-Q3', kind: 'quarter' } }
  answer({ 'periods/info': quarter })
  await show('/desks/periods?open=2026-Q3')
  await propose().click()
  await page.getByRole('dialog').getByLabelText('Reason').fill('Quarter end')
  await page.getByRole('dialog').getByRole('button', { name: 'Propose to close' }).click()
  await expect.poll(() => bodiesOf('periods/propose')).toMatchObject([{ period: '2026-Q3' }])

  const closed = { ...data, period: { ...data.period, period: '2026-Q3', kind: 'quarter', approver: 'lea' } }
  answer({ 'periods/info': closed })
  await show('/desks/periods?open=2026-Q3')
  await expect.element(page.getByText('lea', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Number of the closing')).not.toBeInTheDocument()
})

test('a closed month shows who closed it, its statements, its cash flow and what it restates', async () => {
  await show('/desks/periods?open=2026-10')
  await expect.element(propose()).not.toBeInTheDocument()
  const sheet = page.getByRole('table', { name: 'Income statement USDT' })
  await expect.element(sheet.getByText('Prior period')).toBeVisible()
  const cash = page.getByRole('table', { name: 'Cash flow USDT' }).getByRole('row').last()
  await expect.element(cash).toMatchTextContent(/Change of custody\+?735.000000/)
  const restated = page.getByRole('table', { name: 'Restated from earlier months' }).getByRole('row').nth(1)
  await expect.element(restated).toMatchTextContent(/2026-092026-102010/)
  await expect.element(page.getByRole('button', { name: 'Download' })).toBeVisible()
})

test('a period that cannot be read says so and is asked for again', async () => {
  let broken = true
  const refused = { error: -1006, message: 'period: the log begins in 2026-07' }
  answer({ 'periods/info': () => (broken ? refused : data) })
  await show('/desks/periods?open=2026-06')
  await expect.element(page.getByText(/the log begins in 2026-07/)).toBeVisible()
  broken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('table', { name: 'Cash flow USDT' })).toBeVisible()
})

test('a figure leads to its accounts in the trial balance of the month', async () => {
  const { router } = await show('/desks/periods?open=2026-10')
  await page
    .getByRole('table', { name: 'Balance sheet USDT' })
    .getByRole('link', { name: 'Prize reserve' })
    .click()
  await expect.poll(() => router.state.location.pathname).toBe('/trial')
  const asked = new URLSearchParams(router.state.location.search)
  expect([asked.get('account'), asked.get('from'), asked.get('at')]).toEqual([
    'h:usdt_reserve',
    '2026-09-30T23:59:59.999Z',
    '2026-10-31T23:59:59.999Z',
  ])
})

test('a house without a month says so', async () => {
  answer({ 'periods/list': { list: [], next: null } })
  await show('/desks/periods')
  await expect.element(page.getByText('No period yet')).toBeVisible()
})

test('every table of a period is printed to its end', async () => {
  const { container } = await show('/desks/periods?open=2026-10')
  await expect.element(page.getByRole('table', { name: 'Cash flow USDT' })).toBeVisible()
  const media = cdp() as unknown as {
    send: (method: 'Emulation.setEmulatedMedia', params: { media: string }) => Promise<unknown>
  }
  await media.send('Emulation.setEmulatedMedia', { media: 'print' })
  const cut = [...container.querySelectorAll('table')].filter((table) => {
    const frame = table.parentElement
    return frame !== null && frame.scrollHeight > frame.clientHeight + 1
  })
  await media.send('Emulation.setEmulatedMedia', { media: '' })
  expect(cut).toEqual([])
})

test('what of custody was open at the end is shown by kind and by asset, and leads to the lines', async () => {
  const { container } = await show('/desks/periods?open=2026-10')
  const table = page.getByRole('table', { name: 'Open lines of custody at the end' })
  await expect.element(table.getByText('not in the journal')).toBeVisible()
  await expect.element(table.getByText('All in USDT')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Look at the lines' }))
    .toHaveAttribute('href', expect.stringContaining('from=2026-10-31&to=2026-10-31'))
  await expectClean(container)
})

test('a closing of before break reports has none', async () => {
  const { breaks: _, ...report } = (data as Info & { report: { breaks?: object } }).report
  answer({ 'periods/info': { ...data, report } })
  await show('/desks/periods?open=2026-10')
  await expect.element(page.getByText('Cash flow USDT')).toBeVisible()
  await expect.element(page.getByText('Open lines of custody at the end')).not.toBeInTheDocument()
})
