// Reconciliation: what is asked for, what is found, and the ways on from a break.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, bodiesOf, expectClean, prepareConsole, show } from '../../testing/console.tsx'
import { info } from '../../testing/world/reconciliation.ts'

prepareConsole()

const statement = (bytes: number) => new File(['x'.repeat(bytes)], 'march.csv', { type: 'text/csv' })
const upload = 'reconciliation/upload?name=march.csv&window=24'

test('a period of the chains is compared, and what is found is shown', async () => {
  const { router, container } = await show('/desks/reconciliation')
  await expect.element(page.getByText('Nothing is compared yet')).toBeVisible()
  await expectClean(container)
  await page.getByLabelText('First day (UTC)').fill('2026-11-01')
  await page.getByLabelText('Last day (UTC)').fill('2026-11-20')
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect
    .poll(() => bodiesOf('reconciliation/run'))
    .toEqual([{ from: '2026-11-01', to: '2026-11-20', window: 24 }])
  await expect.poll(() => router.state.location.search).toContain('job=1')
  await expect.element(page.getByText('3 breaks')).toBeVisible()
  const row = page.getByRole('grid', { name: 'Breaks' }).getByRole('row').nth(1)
  await expect.element(row).toMatchTextContent(/not in the journal.*50\.000000.*8/)
})

/** Types the hours over those that stand there. */
async function typeHours(text: string): Promise<void> {
  const hours = page.getByLabelText('Hours apart, 1 to 720').element() as HTMLInputElement
  await userEvent.click(hours)
  await userEvent.keyboard(`{Control>}a{/Control}${text}`)
  expect(hours.value).toBe(text)
}

test('the hours between both sides are those that stand in the field', async () => {
  await show('/desks/reconciliation')
  await typeHours('1e2')
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect.poll(() => bodiesOf('reconciliation/run')).toMatchObject([{ window: 100 }])
})

test('the hours go with a file as digits, however they are typed', async () => {
  const calls = answer({ 'reconciliation/upload?name=march.csv&window=100': info.job })
  await show('/desks/reconciliation')
  await page.getByRole('button', { name: 'a file' }).click()
  await userEvent.upload(page.getByLabelText('Statement'), statement(40))
  await typeHours('1e2')
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect
    .poll(() => calls.map(({ path }) => path))
    .toContain('reconciliation/upload?name=march.csv&window=100')
  await expect.element(page.getByText('3 breaks')).toBeVisible()
})

test('an open break leads to the withdrawal and the event', async () => {
  const { container } = await show('/desks/reconciliation?job=1&open=1')
  await expect.element(page.getByText('The same transaction with another amount.')).toBeVisible()
  const ways = (name: string) => page.getByRole('link', { name }).element().getAttribute('href')
  expect(ways('Open the event')).toContain('/events/0/48021')
  expect(ways('Open the withdrawal')).toContain('/desks/withdrawals?open=0193f0c2')
  expect(ways('Breaks as CSV')).toBe('/staff/v1/reconciliation/1/breaks.csv')
  await expectClean(container)
})

test('filters go to the server, and the sum of what they leave is shown', async () => {
  await show('/desks/reconciliation?job=1')
  await page.getByRole('combobox', { name: /What is wrong/ }).selectOptions('not_in_journal')
  await page.getByRole('combobox', { name: /Age/ }).selectOptions('2')
  await expect
    .poll(() => bodiesOf('reconciliation/lines').at(-1))
    .toMatchObject({ id: '1', part: 'breaks', kind: 'not_in_journal', age: 2 })
  await expect.element(page.getByText(/3 lines that fit the filters, together/)).toBeVisible()
})

test('a statement goes as it is, and one that is wrong says which line', async () => {
  answer({ [upload]: { error: -1006, message: 'Invalid request', data: { field: 'statement: line 2 …' } } })
  await show('/desks/reconciliation')
  await page.getByRole('button', { name: 'a file' }).click()
  await expect.element(page.getByRole('button', { name: 'Compare' })).toBeDisabled()
  await userEvent.upload(page.getByLabelText('Statement'), statement(40))
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/statement: line 2/)
  answer({ [upload]: info.job })
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect.element(page.getByText('3 breaks')).toBeVisible()
})

test('a file that is too large is not sent', async () => {
  await show('/desks/reconciliation')
  await page.getByRole('button', { name: 'a file' }).click()
  await userEvent.upload(page.getByLabelText('Statement'), statement((8 << 20) + 1))
  await expect.element(page.getByText(/At most 8 MiB fit/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Compare' })).toBeDisabled()
})

test('a comparison that runs, that failed, and that found nothing is drawn', async () => {
  answer({
    'reconciliation/info': {
      ...info,
      found: null,
      job: { ...info.job, state: 'running', ended_at_ms: null },
    },
  })
  await show('/desks/reconciliation?job=1')
  await expect.element(page.getByRole('progressbar')).toBeVisible()
  answer({ 'reconciliation/info': { error: -1006, message: 'Invalid request', data: { field: 'id' } } })
  await show('/desks/reconciliation?job=2')
  await expect.element(page.getByRole('alert').last()).toMatchTextContent(/Invalid request: id/)
  const found = { ...info.found, breaks: [], oldest_ms: null }
  answer({
    'reconciliation/info': { ...info, found },
    'reconciliation/lines': { list: [], next: null, total: 0, sum: '0' },
  })
  await show('/desks/reconciliation?job=3')
  await expect.element(page.getByText('everything fits').last()).toBeVisible()
  await expect.element(page.getByText(/Every line of the statement has its line/).last()).toBeVisible()
})

test('two filters that are changed before the screen is drawn again are both kept', async () => {
  await show('/desks/reconciliation?job=1')
  const choose = (name: RegExp, value: string) => {
    const select = page.getByRole('combobox', { name }).element() as HTMLSelectElement
    select.value = value
    select.dispatchEvent(new Event('change', { bubbles: true }))
  }
  choose(/What is wrong/, 'not_in_journal')
  choose(/Age/, '2')
  await expect
    .poll(() => bodiesOf('reconciliation/lines').at(-1))
    .toMatchObject({ part: 'breaks', kind: 'not_in_journal', age: 2 })
})
