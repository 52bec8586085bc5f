// Adjustments: proposed in minor units, with both legs shown before.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { bodiesOf, expectClean, prepareConsole, show } from '../../testing/console.tsx'
import { player } from '../../testing/world.ts'

prepareConsole()

test('an adjustment is proposed in minor units, with both its legs shown before', async () => {
  await show(`/desks/adjustments?player=${player}`)
  await page.getByLabelText('Amount in USDT').fill('-12.5')
  await page.getByLabelText('Case').fill('4411')
  await expect.element(page.getByRole('button', { name: 'Propose' })).toBeDisabled()
  await page.getByLabelText('Closed months').selectOptions('none')
  await expect
    .poll(() => page.getByRole('list', { name: 'Legs that will be posted' }).element().textContent)
    .toMatch(/−12\.500000.*\+12\.500000/)
  await page.getByRole('button', { name: 'Propose' }).click()
  await page.getByRole('dialog').getByLabelText('Reason').fill('Paid twice')
  await page.getByRole('dialog').getByRole('button', { name: 'Propose' }).click()
  await expect.element(page.getByText(/it waits for a second person/)).toBeVisible()
  expect(bodiesOf('adjustments/propose')).toMatchObject([
    {
      player,
      purse: 'usdt',
      delta: '-12500000',
      counter: 'h:usdt_reserve',
      case_id: '4411',
      restates: 'none',
      reason: 'Paid twice',
    },
  ])
  await expectClean()
})

test('custody is corrected with the transaction that moved it', async () => {
  await show(`/desks/adjustments?player=${player}`)
  await page.getByLabelText('Amount in USDT').fill('5')
  await page.getByLabelText('Case').fill('4411')
  await page.getByLabelText('Closed months').selectOptions('month')
  await page.getByLabelText('Restates the closed month').fill('2026-10')
  await page.getByLabelText('Against').selectOptions('h:usdt_custody')
  await expect.element(page.getByRole('button', { name: 'Propose' })).toBeDisabled()
  await page.getByLabelText('Transaction on the chain').fill('ab12')
  await page.getByRole('button', { name: 'Propose' }).click()
  await page.getByRole('dialog').getByLabelText('Reason').fill('Paid twice')
  await page.getByRole('dialog').getByRole('button', { name: 'Propose' }).click()
  await expect.element(page.getByText(/it waits for a second person/)).toBeVisible()
  expect(bodiesOf('adjustments/propose')).toMatchObject([
    { counter: 'h:usdt_custody', tx: 'ab12', restates: '2026-10' },
  ])
  await expectClean()
})
