// Alerts: taken by a name, and leading to the desk of their cause.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { bodiesOf, prepareConsole, show } from '../../testing/console.tsx'

prepareConsole()

test('an alert is seen to by a name, and leads to its desk', async () => {
  await show('/desks/alerts')
  await expect
    .element(page.getByRole('link', { name: 'Identity checks wait' }))
    .toHaveAttribute('href', expect.stringContaining('/desks/kyc'))
  await page.getByRole('button', { name: 'I see to it' }).first().click()
  await page.getByRole('dialog').getByLabelText('Reason').fill('Calling the bank')
  await page.getByRole('dialog').getByRole('button', { name: 'I see to it' }).click()
  await expect.poll(() => bodiesOf('alerts/acknowledge')).toMatchObject([{ alert: 'withdrawal_due:1' }])
})
