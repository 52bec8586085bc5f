// Screens about friends, payouts and the own account in a real browser: no fault for axe, nothing hard to reach,
// nothing wider than the narrowest phone and no text cut off, in both themes and languages.
import axe from 'axe-core'
import { Suspense } from 'react'
import { Provider } from 'react-redux'
import { MemoryRouter, Route, Routes } from 'react-router'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '../ui/tokens.css'
import { createWire, sessionOpened } from '../api/session.ts'
import type { LoginTelegramData } from '../api/endpoints.gen.ts'
import { startTexts, switchLanguage } from '../i18n/i18n.ts'
import { createStore } from '../state/store.ts'
import { world } from '../testing/world.ts'
import CollectionRankPage from './collection/rank.tsx'
import InfoPage from './info.tsx'
import InvitePage from './invite/index.tsx'
import InviteRankPage from './invite/rank.tsx'
import KycPage from './kyc.tsx'
import ProfilePage from './profile.tsx'
import RedPage from './red.tsx'
import WithdrawDetailPage from './withdraw/detail.tsx'
import WithdrawDoPage from './withdraw/do.tsx'
import WithdrawPage from './withdraw/index.tsx'
import WithdrawRankPage from './withdraw/rank.tsx'

const screens = [
  { path: '/collection/rank', element: <CollectionRankPage /> },
  { path: '/invite/index', element: <InvitePage /> },
  { path: '/invite/rank', element: <InviteRankPage /> },
  { path: '/withdraw/index', element: <WithdrawPage /> },
  { path: '/withdraw/do/:key', at: '/withdraw/do/ton', element: <WithdrawDoPage /> },
  { path: '/withdraw/detail/:key', at: '/withdraw/detail/x', element: <WithdrawDetailPage /> },
  { path: '/withdraw/rank', element: <WithdrawRankPage /> },
  { path: '/info', element: <InfoPage /> },
  { path: '/profile', element: <ProfilePage /> },
  { path: '/profile', at: '/profile?section=sessions', element: <ProfilePage /> },
  { path: '/profile', at: '/profile?section=support', element: <ProfilePage /> },
  { path: '/kyc', element: <KycPage /> },
  { path: '/red/:code', at: '/red/HARVEST001', element: <RedPage /> },
  { path: '/red/:code', at: '/red/HARVEST005', element: <RedPage /> },
  { path: '/red/:code', at: '/red/WRONG00000', element: <RedPage /> },
]

beforeAll(() => startTexts('en'))
beforeEach(() => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    const { url, body } =
      address instanceof Request
        ? { url: address.url, body: '{}' }
        : { url: address.toString(), body: init?.body }
    const entry = world[new URL(url, location.href).pathname.replace('/api/v1/', '')]
    const found: unknown =
      typeof entry === 'function'
        ? (entry as (body: unknown) => unknown)(JSON.parse(typeof body === 'string' ? body : '{}'))
        : entry
    const refused = typeof found === 'object' && found !== null && 'error' in found ? found : { data: found }
    return Response.json({ error: 0, message: '', server_ts: Date.now(), ...refused })
  })
})

const cases = screens.flatMap(
  ({ path, at = path, element }) =>
    [
      [at, 'light', 'en', 320, 568, path, element],
      [at, 'dark', 'zh', 430, 932, path, element],
    ] as const,
)

test.each(cases)('%s in %s, %s, %ix%i', async (at, theme, language, width, height, path, element) => {
  document.documentElement.dataset.theme = theme
  await page.viewport(width, height)
  await switchLanguage(language)
  const store = createStore(createWire())
  store.dispatch(sessionOpened(world['login/telegram'] as LoginTelegramData))
  const { container } = await render(
    <Provider store={store}>
      <div id="root">
        <MemoryRouter initialEntries={[at]}>
          <Suspense fallback={null}>
            <Routes>
              <Route path={path} element={element} />
            </Routes>
          </Suspense>
        </MemoryRouter>
      </div>
    </Provider>,
  )
  await expect
    .poll(
      () =>
        container.querySelector('h1') !== null &&
        container.querySelector('[role=status][aria-label]') === null,
      { timeout: 10_000 },
    )
    .toBe(true)

  expect(container.querySelector('[role=alert]')).toBeNull()

  const { violations } = await axe.run(container, {
    rules: { region: { enabled: false }, 'landmark-one-main': { enabled: false } },
  })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
  const reachable = [...container.querySelectorAll('button, a, input:not([type=file])')].filter(
    (element) => element.getBoundingClientRect().width > 1,
  )
  const small = reachable.filter((element) => element.getBoundingClientRect().height < 43.5)
  expect(small.map((element) => element.outerHTML)).toEqual([])
  const wide = [...container.querySelectorAll('h1 ~ *, section, li, p, dl, form')].filter(
    (element) => element.getBoundingClientRect().right > width + 0.5,
  )
  expect(wide.map((element) => element.outerHTML.slice(0, 120))).toEqual([])
})
