// Staff accounts: a code is shown once, and what is changed waits for another person.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, bodiesOf, prepareConsole, show } from '../../testing/console.tsx'
import { world } from '../../testing/world.ts'

prepareConsole()

test('a new account shows its code once', async () => {
  await show('/desks/accounts')
  await page.getByRole('button', { name: 'New account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('Name').fill('eve')
  await dialog.getByLabelText('auditor').click()
  await dialog.getByLabelText('Reason').fill('New in the team')
  await dialog.getByRole('button', { name: 'Propose the account' }).click()
  await expect.element(page.getByText(/MFRG-GZDF-MZTW/)).toBeVisible()
  await expect.element(page.getByText(/within 3 days after the approval/)).toBeVisible()
  expect(bodiesOf('staff/add')).toMatchObject([{ name: 'eve', roles: ['auditor'], own: null }])
  await page.getByRole('button', { name: 'It is handed over' }).click()
  expect(document.body.textContent).not.toContain('MFRG-GZDF')
})

test('a link opens an account that is far down the list', async () => {
  const { list } = world['staff/list'] as { list: object[] }
  const others = Array.from({ length: 200 }, (_, index) => ({ ...list[0], name: `a${1000 + index}` }))
  answer({ 'staff/list': { list: [...others, { ...list[0], name: 'zoe', roles: ['risk'] }] } })
  await show('/desks/accounts?open=zoe')
  await expect.element(page.getByRole('heading', { name: 'zoe' })).toBeVisible()
  const row = page.getByRole('row', { name: /^zoe/ })
  await expect.element(row).toBeInViewport()
  // Once: whoever scrolls away stays there, whatever is read anew.
  const grid = page.getByRole('grid', { name: 'Staff accounts' }).element()
  grid.scrollTo({ top: 0 })
  await expect.element(page.getByText('a1000', { exact: true })).toBeInViewport()
  await expect.element(row).not.toBeInTheDocument()
  await page.getByText('a1000', { exact: true }).click()
  await expect.element(page.getByRole('heading', { name: 'a1000' })).toBeVisible()
})
