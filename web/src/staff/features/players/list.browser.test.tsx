// Players by balance and by dormancy, with what all of them hold, and the export of the list.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { bodiesOf, expectClean, prepareConsole, show } from '../../testing/console.tsx'

prepareConsole()

test('players are ordered by what they hold, or by how long they did nothing', async () => {
  const { router } = await show('/player-list')
  await expect.element(page.getByText('K93HD0PA')).toBeVisible()
  expect(bodiesOf('players/list')).toMatchObject([{ order: 'balance', asset: 'usdt', sums: true }])
  const sums = page.getByRole('status', { name: 'Sums of all rows that fit the filters' })
  await expect.element(sums).toMatchTextContent(/2 rows762\.500030USDT/)
  await page.getByLabelText('Asset').selectOptions('COIN')
  await expect.poll(() => bodiesOf('players/list').at(-1)).toMatchObject({ asset: 'coin' })
  await page.getByLabelText('Order').selectOptions('longest dormant first')
  await page.getByLabelText('Dormant since').selectOptions('90 days or more')
  await expect.poll(() => bodiesOf('players/list').at(-1)).toMatchObject({ order: 'dormancy', dormant: 90 })
  expect(router.state.location.search).toContain('dormant=90')
  await expectClean()
})

test('the list leaves by the recorded export, with its filters and a reason', async () => {
  await show('/player-list?order=dormancy&dormant=90')
  await expect.element(page.getByRole('button', { name: /CSV/ })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText(/order: longest dormant first/)).toBeVisible()
  await dialog.getByLabelText('Reason').fill('dormant accounts of the year')
  await dialog.getByRole('button', { name: 'Export' }).click()
  await expect
    .poll(() => bodiesOf('exports/table'))
    .toMatchObject([
      {
        list: 'players/list',
        body: { order: 'dormancy', asset: 'usdt', dormant: 90 },
        reason: 'dormant accounts of the year',
      },
    ])
})
