// The trial balance: columns are called as the command line calls them, and what opens is of the same period.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, bodiesOf, prepareConsole, show } from '../../testing/console.tsx'
import { world } from '../../testing/world.ts'

prepareConsole()

test('columns are debit and credit, and a line leads to what moved in its period', async () => {
  const { router } = await show('/trial?from=47000')
  const table = page.getByRole('table', { name: 'Trial balance USDT' })
  for (const name of ['Opening', 'Debit', 'Credit', 'Closing'])
    await expect.element(table.getByRole('columnheader', { name })).toBeVisible()
  await table.getByRole('link', { name: 'Prize reserve' }).click()
  await expect.poll(() => router.state.location.search).toBe('?account=h%3Ausdt_reserve&from=47000')
  await expect
    .poll(() => bodiesOf('entries/list').at(-1))
    .toMatchObject({ account: 'h:usdt_reserve', from: '47000' })
})

test('the statement of an owner keeps the period too', async () => {
  const { router } = await show('/trial?from=2026-11-01T00:00:00Z')
  await page.getByRole('button', { name: 'USDT, free' }).click()
  const dialog = page.getByRole('dialog')
  await expect
    .element(dialog.getByRole('link', { name: 'Entries of this account' }))
    .toHaveAttribute('href', expect.stringContaining('from=2026-11-01'))
  await dialog.getByRole('row').nth(1).click()
  await expect.poll(() => router.state.location.pathname).toBe('/statement')
  expect(new URLSearchParams(router.state.location.search).get('from')).toBe('2026-11-01T00:00:00Z')
})

test('the balance says of which position it is, and is asked for again within five seconds', async () => {
  const data = world['books/trial'] as { at: object }
  let position = 48_031
  answer({ 'books/trial': () => ({ ...data, at: { ...data.at, positions: { 0: position } } }) })
  await show('/trial')
  await expect.element(page.getByText(/^As of log position 48,031, /)).toBeVisible()
  position = 48_040
  await expect.element(page.getByText(/^As of log position 48,040, /)).toBeVisible()
})
