// Responsible play: contacts are noted, limits shown with what is used of them.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { bodiesOf, prepareConsole, show } from '../../testing/console.tsx'

prepareConsole()

test('a contact with a player is noted', async () => {
  await show('/desks/play?open=0193f0c2-7a11-7bbb-8ccc-0123456789ac')
  await page.getByRole('button', { name: 'Note a contact' }).click()
  await page.getByRole('dialog').getByLabelText('Reason').fill('Called again')
  await page.getByRole('dialog').getByRole('button', { name: 'Note a contact' }).click()
  await expect
    .poll(() => bodiesOf('play/note'))
    .toMatchObject([{ player: '0193f0c2-7a11-7bbb-8ccc-0123456789ac', reason: 'Called again' }])
})

test('limits are shown with what is used of them, and a break is no session', async () => {
  await show('/desks/play?open=0193f0c2-7a11-7bbb-8ccc-0123456789ac')
  const limits = page.getByRole('table', { name: 'Own limits' })
  await expect
    .element(limits.getByRole('row', { name: /Loss today 46.200000 ?USDT 50.000000 ?USDT 92 %/ }))
    .toBeVisible()
  await expect.element(limits.getByRole('row', { name: /Session now 41 min 90 min 45 %/ })).toBeVisible()
  await page.getByRole('combobox').selectOptions('playing')
  await expect.poll(() => page.getByRole('row').elements().length).toBe(2)
  expect(bodiesOf('play/list').at(-1)).toMatchObject({ why: 'playing' })
  await page.getByRole('row').nth(1).click()
  await expect.element(limits.getByRole('row', { name: /Session now – none –/ })).toBeVisible()
  await expect.element(page.getByText('Nobody wrote a contact down yet.')).toBeVisible()
})
