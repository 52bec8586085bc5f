// The moment of the address: what is none is never taken as now, and a screen without a past says that it shows now.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, expectClean, prepareConsole, show } from '../testing/console.tsx'
import { screens } from './screens.ts'

prepareConsole()

const noMoments = [
  ['abc', /neither a position of the log nor a time/],
  ['2999-01-01T00:00:00Z', /later than everything that is recorded/],
] as const

test.each(noMoments)('%s in the address is said to be no moment, and never taken as now', async (at, why) => {
  for (const path of ['/trial', '/desks/proposals']) {
    const calls = answer()
    const { container } = await show(`${path}?at=${at}`)
    await expect.element(page.getByRole('alert')).toMatchTextContent(why)
    expect(calls.filter(({ path: called }) => /books|proposals/.test(called))).toEqual([])
    await expectClean(container)
  }
})

test('a position that the log has not reached is refused by the server, on every screen from then on', async () => {
  const finding = { code: 'in_future', of: 'as_of', text: 'is in the future' }
  const data = { field: 'as_of: is in the future', finding }
  answer({ 'books/trial': { error: -1006, message: 'Invalid request', data } })
  const { router } = await show('/trial?at=9000000')
  await expect.element(page.getByRole('alert')).toMatchTextContent(/later than everything that is recorded/)
  await page.getByRole('link', { name: 'Proposals' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/desks/proposals')
  await expect.element(page.getByRole('alert')).toMatchTextContent(/9000000/)
  await page.getByRole('button', { name: 'Return to now' }).click()
  await expect.element(page.getByRole('heading', { name: 'Proposals' })).toBeVisible()
})

/** Screens whose reads take no moment, of those that a path without parameters opens. */
const ofNow = screens.filter(({ path, past = false }) => !past && !path.includes(':'))

test.each(ofNow.map(({ path }) => path))('%s says in the past that it shows now', async (path) => {
  const calls = answer()
  await show(`${path}?at=47940`)
  await expect.element(page.getByText('This screen shows now, not the past. Read only.')).toBeVisible()
  expect(calls.filter(({ body }) => 'as_of' in body)).toEqual([])
})
