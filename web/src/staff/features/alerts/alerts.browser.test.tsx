// Alerts: taken by a name, and leading to the desk of their cause.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, bodiesOf, prepareConsole, show } from '../../testing/console.tsx'

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

test('what was sent to the webhook stands below, and security sends a test', async () => {
  await show('/desks/alerts')
  const sent = page.getByRole('table', { name: 'Sent to the webhook' })
  await expect.element(sent.getByText('delivered at attempt 3')).toBeVisible()
  await expect.element(sent.getByText('Proposals wait')).toBeVisible()
  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByRole('dialog').getByLabelText('Reason').fill('A new receiver')
  await page.getByRole('dialog').getByRole('button', { name: 'Send a test' }).click()
  await expect.poll(() => bodiesOf('notifications/test')).toMatchObject([{ reason: 'A new receiver' }])
})

test('what is not taken is said with its since when', async () => {
  answer({ 'notifications/list': { list: [], on: true, undelivered_since_ms: Date.now() - 600_000 } })
  await show('/desks/alerts')
  await expect.element(page.getByText(/could not be delivered since/)).toBeVisible()
})

test('without a webhook the desk says so', async () => {
  answer({ 'notifications/list': { list: [], on: false } })
  await show('/desks/alerts')
  await expect.element(page.getByText(/No webhook is set/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Send a test' })).not.toBeInTheDocument()
})
