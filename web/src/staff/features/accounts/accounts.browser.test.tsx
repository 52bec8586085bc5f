// Staff accounts: secrets are shown once.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { bodiesOf, prepareConsole, show } from '../../testing/console.tsx'

prepareConsole()

test('a new account shows its secrets once', async () => {
  await show('/desks/accounts')
  await page.getByRole('button', { name: 'New account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('Name').fill('eve')
  await dialog.getByLabelText('auditor').click()
  await dialog.getByLabelText('Reason').fill('New in the team')
  await dialog.getByRole('button', { name: 'Make the account' }).click()
  await expect.element(page.getByText('rope-lantern-4471-harbour')).toBeVisible()
  expect(bodiesOf('staff/add')).toMatchObject([{ name: 'eve', roles: ['auditor'], own: null }])
  await page.getByRole('button', { name: 'They are handed over' }).click()
  expect(document.body.textContent).not.toContain('rope-lantern')
})
