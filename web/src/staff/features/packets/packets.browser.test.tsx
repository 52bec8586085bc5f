// Red packets: put out in minor units, with what a claimer needs.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { bodiesOf, prepareConsole, show } from '../../testing/console.tsx'

prepareConsole()

test('a packet is put out in minor units and with what a claimer needs', async () => {
  await show('/desks/packets')
  await page.getByRole('button', { name: 'New packet' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('What is in it').selectOptions('usdt')
  await dialog.getByLabelText('Total').fill('250')
  await dialog.getByLabelText('Shares').fill('50')
  await dialog.getByLabelText('Casts in 7 days').fill('5')
  await dialog.getByLabelText('Countries').fill('SG, MT')
  await dialog.getByLabelText('Name in English').fill('Harvest')
  await dialog.getByLabelText('Reason').fill('Autumn campaign')
  await expect.element(dialog.getByRole('button', { name: 'New packet' })).toBeDisabled()
  await dialog.getByLabelText('Name in Chinese').fill('丰收红包')
  await dialog.getByRole('button', { name: 'New packet' }).click()
  await expect.element(page.getByText('Packet NEWCODE123 is out')).toBeVisible()
  expect(bodiesOf('packets/create')).toMatchObject([
    {
      kind: 'equal',
      asset: 'usdt',
      total: '250000000',
      shares: 50,
      min_casts_7d: 5,
      countries: ['SG', 'MT'],
      hours: 24,
    },
  ])
})
