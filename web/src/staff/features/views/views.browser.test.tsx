// Views: compared before they may serve.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { bodiesOf, prepareConsole, show } from '../../testing/console.tsx'

prepareConsole()

test('a view is compared before it may serve, and differences are counted', async () => {
  await show('/desks/views?open=ranks 0')
  await page.getByRole('button', { name: 'Rebuild and compare' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('Reason').fill('Stopped')
  await dialog.getByRole('button', { name: 'Rebuild and compare' }).click()
  await expect.element(page.getByText('1 row differs')).toBeVisible()
  expect(bodiesOf('views/rebuild')).toMatchObject([{ view: 'ranks', swap: false }])
})
