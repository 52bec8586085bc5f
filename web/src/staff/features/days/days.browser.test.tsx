// The daily close: a day that does not add up stays open.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, bodiesOf, prepareConsole, show } from '../../testing/console.tsx'
import { world } from '../../testing/world.ts'

prepareConsole()

test('a day that does not add up is not closed', async () => {
  const data = world['days/info'] as { day: object; report: object }
  const open = { ...data.day, closed_ms: null }
  answer({
    'days/info': { ...data, day: open, report: { ...data.report, balanced: false }, signed: null, key: null },
  })
  await show('/desks/days?open=2026-11-21')
  await expect.element(page.getByRole('button', { name: 'Close this day' })).toBeDisabled()
  answer({ 'days/info': { ...data, day: open, signed: null, key: null } })
  await show('/desks/days?open=2026-11-21')
  await page.getByRole('button', { name: 'Close this day' }).last().click()
  await page.getByRole('dialog').getByLabelText('Reason').fill('Daily close')
  await page.getByRole('dialog').getByRole('button', { name: 'Close this day' }).click()
  await expect
    .poll(() => bodiesOf('days/close'))
    .toMatchObject([{ day: '2026-11-20', reason: 'Daily close' }])
})
