// Screens with money: asked again every five seconds while somebody looks, and each says of which position it is.
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answer, bodiesOf, prepareConsole, show } from '../testing/console.tsx'
import { at, mara, world } from '../testing/world.ts'
import { freshMs } from './useFresh.ts'

prepareConsole()
afterEach(() => vi.useRealTimers())

/** Each screen with money and the call that its figures come from. */
const screens = [
  ['/overview', 'overview/info'],
  ['/overview', 'overview/queues'],
  ['/overview', 'days/info'],
  ['/overview', 'books/financials'],
  [`/players/${mara}`, 'players/info'],
  ['/entries', 'entries/list'],
  ['/trial', 'books/trial'],
  ['/financials', 'books/financials'],
  [`/statement?owner=${mara}`, 'books/statement'],
  ['/registers?register=approvals', 'registers/list'],
  ['/desks/days?open=2026-11-20', 'days/info'],
  ['/desks/periods?open=2026-10', 'periods/info'],
  ['/desks/packets', 'packets/list'],
  ['/desks/treasury', 'books/trial'],
  ['/desks/proposals', 'proposals/list'],
  ['/desks/withdrawals', 'withdrawals/list'],
  ['/desks/topups', 'topups/unmatched'],
  ['/desks/kyc', 'kyc/list'],
] as const

test.each(screens)(
  '%s asks %s again after five seconds and says as of which position it is',
  async (path, call) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await show(path)
    await expect.element(page.getByText(/position [\d,]+.*UTC/).first()).toBeVisible()
    const before = bodiesOf(call).length
    expect(before).toBeGreaterThan(0)
    // What is still being asked for is not asked for twice: the next five seconds do.
    const asked = () => {
      vi.advanceTimersByTime(freshMs)
      return bodiesOf(call).length
    }
    await expect.poll(asked).toBeGreaterThan(before)
  },
)

test('a moment in the past is asked for once, and a list that was read far down is not asked for again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await show('/entries?at=48010')
  const asked = bodiesOf('entries/list').length
  vi.advanceTimersByTime(2 * freshMs)
  expect(bodiesOf('entries/list')).toHaveLength(asked)
})

test('what somebody else did is on the screen after five seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const list = { at, next: null, total: 0 }
  answer({ 'topups/unmatched': { ...list, list: [] } })
  await show('/desks/topups')
  await expect.element(page.getByText('Every payment is explained')).toBeVisible()
  answer({ 'topups/unmatched': world['topups/unmatched'] })
  vi.advanceTimersByTime(freshMs)
  await expect.element(page.getByRole('grid', { name: 'Unmatched payments' })).toBeVisible()
})
