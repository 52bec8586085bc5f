// A win moves: it counts up and its coins fly to the balance. Nothing else does, and with less motion nothing at all.
import { Provider } from 'react-redux'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { texts } from '../../i18n/texts.ts'
import '../../ui/tokens.css'
import type { DiveResult, LoginTelegramData } from '../../api/endpoints.gen.ts'
import { createWire, sessionOpened } from '../../api/session.ts'
import { world } from '../../testing/world.ts'
import { startTexts, switchLanguage } from '../../i18n/i18n.ts'
import { createStore } from '../../state/store.ts'
import { ResultSheet } from './ResultSheet.tsx'

const result = (payout: string, diveId: string): DiveResult => ({
  dive_id: diveId,
  reason: 'surfaced',
  casts: 9,
  staked: 900,
  fish: payout,
  bonus: '0.00',
  chest_gusd: '0.00',
  chest_usdt: '0.000000',
  payout,
  credited_as: 'gusd',
  profit: '0.00',
  capped: false,
  closed_at: 0,
})

beforeAll(async () => {
  await startTexts('en')
  await texts.loadNamespaces(['dives', 'fishing', 'invite'])
  globalThis.fetch = async () => Response.json({ error: -1, message: '', data: null, server_ts: 0 })
})
afterEach(() => vi.restoreAllMocks())

const layer = () => document.querySelector('[popover]')
/** Looks at each picture for longer than a win takes to begin. */
const aSecond = async (look: () => void) => {
  const untilMs = performance.now() + 1_000
  while (performance.now() < untilMs) {
    look()
    await new Promise(requestAnimationFrame)
  }
}

function show(payout: string, diveId = payout, level = 1) {
  const store = createStore(createWire())
  store.dispatch(sessionOpened(world['login/telegram'] as LoginTelegramData))
  return render(
    <Provider store={store}>
      <MemoryRouter>
        <span data-balance="gusd" style={{ position: 'fixed', top: 8, right: 80 }}>
          gusd
        </span>
        <ResultSheet
          result={result(payout, diveId)}
          best={{ id: 'tuna', value: '500.00' }}
          level={level}
          diamonds={level === 1 ? 0 : 10}
          onClose={() => undefined}
          onAgain={() => undefined}
        />
      </MemoryRouter>
    </Provider>,
  )
}

test('a win counts up to its exact amount, and its coins fly and are gone', async () => {
  const screen = await show('1900.37')
  const seen = new Set<string>()
  const counting = aSecond(() => seen.add(document.querySelector('dialog p > span')?.textContent ?? ''))
  await expect.poll(layer).not.toBeNull()
  await counting
  await expect.element(screen.getByText('+1,000.37').first()).toBeVisible()
  expect(seen.size).toBeGreaterThan(2)
  await expect.element(screen.getByText('Best fish')).toBeVisible()
  await expect.poll(layer).toBeNull()
})

test.each([
  ['en', 1, 'Dive again'],
  ['en', 14, 'Dive from level 14 Diamonds 10'],
  ['zh', 14, '从第 14 层下潜 钻石 10'],
] as const)('in %s the next dive from level %i names level and price: %s', async (language, level, name) => {
  await switchLanguage(language)
  const screen = await show('899.99', '899.99', level)
  const again = screen.getByRole('button', { name, exact: true })
  await expect.element(again).toBeVisible()
  const { right, height } = again.element().getBoundingClientRect()
  expect(right).toBeLessThanOrEqual(innerWidth)
  // One line: as high as the button beside it.
  expect(height).toBeLessThan(50)
  await switchLanguage('en')
})

test('less than was staked moves nothing', async () => {
  await show('899.99')
  const seen: unknown[] = []
  await aSecond(() => seen.push(layer()))
  expect(seen.filter((each) => each !== null)).toEqual([])
})

test('with less motion wanted a win is there at once', async () => {
  const { matchMedia } = window
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    query.includes('reduced-motion') ? ({ matches: true } as MediaQueryList) : matchMedia.call(window, query),
  )
  const screen = await show('1900.37')
  await expect.element(screen.getByText('+1,000.37').first()).toBeVisible()
  const seen: unknown[] = []
  await aSecond(() => seen.push(layer()))
  expect(seen.filter((each) => each !== null)).toEqual([])
})

test('a catch is shared as a picture where the device takes one', async () => {
  const shared: ShareData[] = []
  const team = { invite_entered: true, invite_link: 'https://t.me/bot/app?startapp=r_CODE' }
  globalThis.fetch = async (call) => {
    const data = new URL(call instanceof Request ? call.url : call, location.href).pathname.endsWith(
      'team/info',
    )
      ? team
      : world['collection/info']
    return Response.json({ error: 0, message: '', data, server_ts: 0 })
  }
  Object.assign(navigator, {
    canShare: () => true,
    share: async (data: ShareData) => void shared.push(data),
  })
  const screen = await show('1900.37')
  await screen.getByRole('button', { name: 'Share this catch' }).click()
  await expect.poll(() => shared.length).toBe(1)
  const [{ files = [], text = '' } = {}] = shared
  expect(text).toContain('1,000.37 gusd')
  expect(text).toContain(team.invite_link)
  const picture = await createImageBitmap(files[0] as File)
  expect([picture.width, picture.height]).toEqual([1080, 1080])
})

test('a species that the server first saw in this dive is named, and no other', async () => {
  globalThis.fetch = async () =>
    Response.json({ error: 0, message: '', data: world['collection/info'], server_ts: 0 })
  const screen = await show('899.99', '01JGOLDENDIVE')
  const news = screen.getByRole('link', { name: 'New in your collection Tuna' })
  await expect.element(news).toBeVisible()
})
