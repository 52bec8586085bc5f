// Every list that finance works with has a period, by name or typed, in the address and in its call; where rows have
// amounts, what all of them add up to stands above the list.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, bodiesOf, prepareConsole, show } from '../testing/console.tsx'
import { mara } from '../testing/world.ts'
import { daysOf, periodOf } from '../words/ranges.ts'

prepareConsole()

const lists = [
  ['/entries', 'entries/list', true],
  ['/events', 'events/list', false],
  ['/registers', 'registers/list', true],
  ['/registers?register=approvals', 'registers/list', true],
  ['/registers?register=refused', 'registers/list', false],
  ['/desks/withdrawals', 'withdrawals/list', true],
  ['/desks/topups', 'topups/unmatched', true],
  ['/desks/proposals', 'proposals/list', true],
  ['/desks/kyc', 'kyc/list', false],
  ['/desks/cases', 'cases/list', false],
  ['/desks/ranks', 'ranks/list', false],
  ['/unit-samples', 'samples/list', false],
  ['/proofs', 'proofs/checkpoints', false],
  [`/players/${mara}`, 'players/timeline', true],
  [`/players/${mara}?tab=withdrawals`, 'withdrawals/list', true],
  [`/players/${mara}?tab=records`, 'records/list', true],
] as const

test.each(lists)('%s is of a period', async (path, call, adds) => {
  const { router } = await show(path)
  await page.getByLabelText('Period').selectOptions('Last month')
  const days = daysOf('lastMonth', Date.now())
  await expect.element(page.getByLabelText('From')).toHaveValue(days.from)
  await expect.element(page.getByLabelText('Until')).toHaveValue(days.until)
  expect(router.state.location.search).toContain(`from=${days.from}&until=${days.until}`)
  await expect.poll(() => bodiesOf(call).at(-1)).toMatchObject(days)
  const sums = page.getByRole('status', { name: 'Sums of all rows that fit the filters' })
  await expect.poll(() => sums.elements().length).toBe(adds ? 1 : 0)
  await page.getByLabelText('Until').fill('120')
  await page.getByLabelText('From').click()
  await expect.element(page.getByLabelText('Period')).toHaveValue('own')
  await expect.poll(() => bodiesOf(call).at(-1)).toMatchObject({ from: days.from, until: '120' })
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => bodiesOf(call).at(-1)).not.toHaveProperty('from')
})

const books = [
  ['/trial', 'books/trial'],
  ['/financials', 'books/financials'],
  [`/statement?owner=${mara}`, 'books/statement'],
] as const

test.each(books)('%s is of a period that has a name, and is put at its end', async (path, call) => {
  const { router } = await show(path)
  const query = () => new URLSearchParams(router.state.location.search)
  await page.getByLabelText('Period', { exact: true }).selectOptions('Last month')
  const month = periodOf('lastMonth', Date.now())
  await expect.poll(() => bodiesOf(call).at(-1)).toMatchObject({ from: month.from, as_of: month.at })
  expect([query().get('from'), query().get('at')]).toEqual([month.from, month.at])
  await expect.element(page.getByText('You are looking at the past. Read only.')).toBeVisible()
  await page.getByLabelText('Period', { exact: true }).selectOptions('This year')
  const year = periodOf('year', Date.now())
  await expect.poll(() => bodiesOf(call).at(-1)).toMatchObject({ from: year.from })
  expect(bodiesOf(call).at(-1)).not.toHaveProperty('as_of')
  expect(query().get('at')).toBeNull()
  await page.getByLabelText(/position/).fill('41000')
  await page.getByLabelText('Period', { exact: true }).click()
  await expect.poll(() => bodiesOf(call).at(-1)).toMatchObject({ from: '41000' })
  await expect.element(page.getByLabelText('Period', { exact: true })).toHaveValue('own')
})

test('sums stand by asset and are never added across assets', async () => {
  answer({
    'withdrawals/list': {
      list: [],
      next: null,
      paused: null,
      sums: [
        { asset: 'coin', rows: 1, sum: '-250', plus: '0', minus: '-250' },
        { asset: 'usdt', rows: 1204, sum: '7000000', plus: '9000000', minus: '-2000000' },
      ],
    },
  })
  await show('/desks/withdrawals')
  const sums = page.getByRole('status', { name: 'Sums of all rows that fit the filters' })
  await expect
    .element(sums)
    .toMatchTextContent(/^1,204 rows\+7\.000000USDT9\.000000 in, 2\.000000 out1 row−250COIN$/)
})

test('where adding up takes too long the list says so', async () => {
  answer({ 'topups/unmatched': { list: [], next: null, sums: null } })
  await show('/desks/topups')
  await expect.element(page.getByText('Too many rows to add up: choose a shorter period.')).toBeVisible()
})

test('what was taken out has a period of its own, beside that of the next export', async () => {
  const { router } = await show('/exports?from=2026-01-01')
  const made = page.getByRole('search', { name: 'What left the house' })
  await made.getByLabelText('Period').selectOptions('Last month')
  const days = daysOf('lastMonth', Date.now())
  await expect.poll(() => bodiesOf('exports/history').at(-1)).toMatchObject(days)
  expect(router.state.location.search).toContain('from=2026-01-01&')
  await made.getByLabelText('Until').fill('120')
  await made.getByLabelText('From').click()
  await expect.poll(() => bodiesOf('exports/history').at(-1)).toMatchObject({ from: days.from, until: '120' })
  await made.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => bodiesOf('exports/history').at(-1)).not.toHaveProperty('from')
})

test('an export is of the period and the player that its address names', async () => {
  await show('/exports?from=2026-01-01&until=2026-01-31&player=tg%3A7')
  await expect.element(page.getByLabelText('From').first()).toHaveValue('2026-01-01')
  await page.getByLabelText('Reason').fill('Month end')
  await page.getByRole('button', { name: 'Start an export' }).click()
  await expect
    .poll(() => bodiesOf('exports/start'))
    .toMatchObject([{ from: '2026-01-01', until: '2026-01-31', player: 'tg:7' }])
})
