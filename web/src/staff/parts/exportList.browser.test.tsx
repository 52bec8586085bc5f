// A list is taken out with the filters of its screen and a reason, at once or again and again.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { bodiesOf, expectClean, prepareConsole, show } from '../testing/console.tsx'
import { mara, me } from '../testing/world.ts'

prepareConsole()

test('what is exported is what the filters show', async () => {
  const { container } = await show('/entries?account=usdt')
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText(/with its present filters: account: USDT, free/)).toBeVisible()
  await expectClean(container)
  await dialog.getByLabelText('Format').selectOptions('csv')
  await expect.element(dialog.getByRole('button', { name: 'Export' })).toBeDisabled()
  await dialog.getByLabelText('Reason').fill('the yearly audit')
  await dialog.getByRole('button', { name: 'Export' }).click()
  await expect
    .poll(() => bodiesOf('exports/table'))
    .toMatchObject([
      { list: 'entries/list', body: { account: 'usdt' }, format: 'csv', reason: 'the yearly audit' },
    ])
  await expect.element(page.getByRole('heading', { name: 'What left the house' })).toBeVisible()
})

test('a statement leaves in this way alone', async () => {
  await show(`/statement?owner=${mara}&account=usdt`)
  await expect.element(page.getByRole('button', { name: /CSV/ })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('dialog').getByLabelText('Reason').fill('asked for by the player')
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click()
  await expect
    .poll(() => bodiesOf('exports/table'))
    .toMatchObject([{ list: 'books/statement', body: { owner: mara, account: 'usdt' } }])
})

test('a schedule is set up in the same place', async () => {
  await show('/trial')
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('When').selectOptions('month')
  await dialog.getByLabelText('Reason').fill('the bank asks for it')
  await dialog.getByRole('button', { name: 'Set up' }).click()
  await expect
    .poll(() => bodiesOf('exports/schedule'))
    .toMatchObject([{ list: 'books/trial', body: {}, every: 'month', hour: 6, kept_days: 30 }])
})

test.each([
  ['players/timeline', ''],
  ['withdrawals/list', '?tab=withdrawals'],
  ['topups/refundable', '?tab=topups'],
  ['records/list', '?tab=records'],
  ['cases/list', '?tab=cases'],
])('%s leaves from its part of the screen of a player', async (list, part) => {
  await show(`/players/${mara}${part}`)
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('dialog').getByLabelText('Reason').fill('asked for by the player')
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click()
  await expect
    .poll(() => bodiesOf('exports/table'))
    .toMatchObject([{ list, body: { player: mara }, reason: 'asked for by the player' }])
})

test('owners of an account leave from their drawer', async () => {
  await show('/trial')
  await page.getByRole('button', { name: 'USDT, free' }).click()
  const drawer = page.getByRole('dialog', { name: /USDT, free/ })
  await drawer.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export: Accounts by owner' })
  await dialog.getByLabelText('Reason').fill('the bank asks for it')
  await expectClean(dialog.element())
  await dialog.getByRole('button', { name: 'Export' }).click()
  await expect
    .poll(() => bodiesOf('exports/table'))
    .toMatchObject([{ list: 'books/accounts', body: { account: 'usdt' } }])
})

test('players who are looked for leave once something is looked for', async () => {
  await show('/players')
  await expect.element(page.getByRole('button', { name: 'Export' })).toBeDisabled()
  await page.getByLabelText('Find').fill('R361')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('button', { name: 'Export' })).toBeEnabled()
})

test('who may not take lists out has no button', async () => {
  await show('/trial', { can: me.can.filter((call) => call !== 'exports.table') })
  await expect.element(page.getByRole('heading', { name: 'Trial balance' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Export' })).not.toBeInTheDocument()
})
