// Players by balance and by dormancy, with what all of them hold, and the whole list as a file.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, bodiesOf, expectClean, prepareConsole, show } from '../../testing/console.tsx'

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

test('nothing is saved of a list that does not come whole', async () => {
  await show('/player-list')
  await expect.element(page.getByText('K93HD0PA')).toBeVisible()
  answer({ 'players/list': { error: -1008, message: 'Busy' } })
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  await expect.element(page.getByText(/^Not saved/)).toBeVisible()
})
