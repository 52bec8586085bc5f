// Registers: one row a decision with who, what, for whom and why; its single events are in reach.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectClean, prepareConsole, show } from '../../testing/console.tsx'

prepareConsole()

test('a decision is one row with maker, checker, amount, player, reasons and outcome', async () => {
  const { container } = await show('/registers?register=approvals')
  const row = page.getByRole('row').filter({ hasText: 'Adjustment' })
  await expect
    .element(row)
    .toMatchTextContent(
      /Adjustment[0-9a-f]{8}.*25\.000000USDTannbob.*paid twice by the wallet.*Seen on the chain.*carried out/,
    )
  await expect
    .element(page.getByRole('row').filter({ hasText: 'By rule' }))
    .toMatchTextContent(/the player.*By rule.*sent/)
  await row.click()
  const events = page.getByRole('table', { name: 'Its single events' })
  await expect.poll(() => events.getByRole('row').elements().length).toBe(4)
  await expectClean(container)
  await events.getByRole('link').nth(1).click()
  await expect.element(page.getByText('linked to the event before')).toBeVisible()
})
