// Screens with money: asked again every five seconds while somebody looks, and each says of which moment it is. They
// are found among all screens: whatever draws an amount, or says of which position it is.
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, bodiesOf, prepareConsole, show, type Call } from '../testing/console.tsx'
import { everything } from '../testing/opened.ts'
import { at, mara, world } from '../testing/world.ts'
import ui from '../ui/ui.module.css'
import { freshMs } from './useFresh.ts'

prepareConsole()
afterEach(() => vi.useRealTimers())

/** Only the clock of `useFresh` is held. */
const holdClock = () => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })

/** All but those of the past, which does not change. */
const addresses = [
  ...everything.map(([address]) => address).filter((address) => !address.includes('at=')),
  '/registers?register=approvals',
  '/restatement?period=2026-09&later=2026-10',
]

/** Screens whose amounts never change, and why. */
const settled: readonly (readonly [RegExp, string])[] = [
  [/^\/events\/0\//, 'an event'],
  [/^\/replay/, 'the result of a job'],
  [/^\/desks\/reconciliation/, 'the result of a job'],
  [/^\/samples/, 'what a seed draws of the log up to the position that is named'],
  [/^\/unit-samples/, 'what was sampled between positions that are named'],
]

/** Reads without amounts: of the shell, which has its own pace, and of choices that must not move under a hand. */
const aside = (path: string, call: string) =>
  ['bookmarks/list', 'alerts/list'].includes(call) ||
  (path.startsWith('/restatement') && call === 'periods/list')

/** Screens of which the server gives no position: they say when they were read. */
const withoutPosition = /^\/desks\/play|\?tab=records$/
const position = /As of log position [\d,+ ]+, \d{4}-\d\d-\d\d [\d:.]{12} UTC/
const time = /As of \d{4}-\d\d-\d\d [\d:.]{12} UTC/

/** Waits until nothing is asked for any more. */
async function quiet(calls: readonly Call[]) {
  let seen = -1
  await expect.poll(() => seen === (seen = calls.length), { interval: 300 }).toBe(true)
}

const found: string[] = []

test.each(addresses)('%s is fresh, and says of which moment it is', async (path) => {
  holdClock()
  const calls = answer()
  const { container } = await show(path)
  await quiet(calls)
  const main = container.querySelector('main')
  const hasMoney = main?.querySelector(`.${ui['amount']}`) !== null
  if (!hasMoney && !position.test(main?.textContent ?? '')) return
  if (settled.some(([pattern]) => pattern.test(path))) return
  found.push(path)
  expect(main?.textContent).toMatch(withoutPosition.test(path) ? time : position)
  const first = calls.length
  const reads = new Set(calls.map((call) => call.path).filter((call) => !aside(path, call)))
  // What is still being asked for is not asked for twice: the next five seconds do.
  const missing = () => {
    vi.advanceTimersByTime(freshMs)
    const again = new Set(calls.slice(first).map((call) => call.path))
    return [...reads].filter((call) => !again.has(call))
  }
  await expect.poll(missing).toEqual([])
})

test('screens with money are found', () => {
  expect(found.length).toBeGreaterThan(20)
})

test('lines behind a balance are fresh, too', async () => {
  holdClock()
  await show(`/players/${mara}`)
  await page.getByRole('button', { name: 'USDT, free' }).click()
  await expect.element(page.getByRole('dialog').getByText(position)).toBeVisible()
  const before = bodiesOf('entries/list').length
  const asked = () => {
    vi.advanceTimersByTime(freshMs)
    return bodiesOf('entries/list').length
  }
  await expect.poll(asked).toBeGreaterThan(before)
})

test('a moment in the past is asked for once', async () => {
  holdClock()
  await show('/entries?at=48010')
  const asked = bodiesOf('entries/list').length
  vi.advanceTimersByTime(2 * freshMs)
  expect(bodiesOf('entries/list')).toHaveLength(asked)
})

test('a list that was read far down says that it is not asked for again, until it is reloaded', async () => {
  holdClock()
  await show('/entries')
  const more = async (rows: number) => {
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect.element(page.getByText(`${rows} of 660`)).toBeVisible()
  }
  await more(200)
  await more(300)
  await expect.element(page.getByText(/nothing is refreshed by itself/)).not.toBeInTheDocument()
  await more(400)
  await expect.element(page.getByText(/^With 400 rows nothing is refreshed by itself/)).toBeVisible()
  const asked = bodiesOf('entries/list').length
  vi.advanceTimersByTime(2 * freshMs)
  expect(bodiesOf('entries/list')).toHaveLength(asked)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => bodiesOf('entries/list').length).toBe(asked + 4)
  // In the past nothing becomes older.
  await userEvent.keyboard('t')
  await page.getByLabelText(/Position in the log/).fill('48010')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(/nothing is refreshed by itself/)).not.toBeInTheDocument()
})

test('what somebody else did is on the screen after five seconds', async () => {
  holdClock()
  const list = { at, next: null, total: 0 }
  answer({ 'topups/unmatched': { ...list, list: [] } })
  await show('/desks/topups')
  await expect.element(page.getByText('Every payment is explained')).toBeVisible()
  answer({ 'topups/unmatched': world['topups/unmatched'] })
  vi.advanceTimersByTime(freshMs)
  await expect.element(page.getByRole('grid', { name: 'Unmatched payments' })).toBeVisible()
})
