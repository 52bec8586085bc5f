// Choosing a language on an open screen: what the server names (tasks, VIP tiers, items, packets) changes with it.
import { Suspense } from 'react'
import { Provider } from 'react-redux'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '../ui/tokens.css'
import type { LoginTelegramData } from '../api/endpoints.gen.ts'
import { createWire, sessionOpened } from '../api/session.ts'
import { systemConfig } from '../api/shared.ts'
import { LanguagePicker } from '../features/language/LanguagePicker.tsx'
import { Packet } from '../features/redpacket/Packet.tsx'
import { Items } from '../features/shop/Items.tsx'
import { TasksCard } from '../features/tasks/TasksCard.tsx'
import { TaskSheet } from '../features/tasks/TaskSheet.tsx'
import { Tiers } from '../features/vip/Tiers.tsx'
import { startTexts } from '../i18n/i18n.ts'
import { createStore } from '../state/store.ts'
import { world } from '../testing/world.ts'
import { beforeNavigation } from './beforeNavigation.ts'

const named = new Set(['promotion/list', 'vip/info', 'shop/list', 'redpacket/info'])

/** Answers as the server does: names are in the language of the call. */
function serve() {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    const url = new URL(address instanceof Request ? address.url : address, location.href)
    const path = url.pathname.replace('/api/v1/', '')
    const entry = world[path]
    const body: unknown = JSON.parse(typeof init?.body === 'string' ? init.body : '{}')
    const data: unknown = typeof entry === 'function' ? (entry as (body: unknown) => unknown)(body) : entry
    const chinese = new Headers(init?.headers).get('accept-language') === 'zh'
    const text = JSON.stringify(
      { error: 0, message: '', server_ts: Date.now(), data },
      (key, value: unknown) =>
        chinese && named.has(path) && ['name', 'title'].includes(key) ? `中文 ${String(value)}` : value,
    )
    return new Response(text, { headers: { 'content-type': 'application/json' } })
  })
}

test('the names that the server gives follow the language of the screen', async () => {
  serve()
  await startTexts('en')
  const store = createStore(createWire())
  store.dispatch(sessionOpened(world['login/telegram'] as LoginTelegramData))
  await store.dispatch(systemConfig.initiate())
  const screen = (
    <Suspense fallback={null}>
      <LanguagePicker />
      <TasksCard />
      <TaskSheet connectWallet={() => null} />
      <Tiers />
      <Items />
      <Packet code="HARVEST001" />
    </Suspense>
  )
  const router = createMemoryRouter([
    {
      path: '*',
      element: screen,
      HydrateFallback: () => null,
      middleware: [
        async ({ request }, next) => {
          await beforeNavigation(store, new URL(request.url))
          return next()
        },
      ],
    },
  ])
  await render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  )
  const names = ['Silver', 'First-cast pack', 'Harvest moon']
  for (const name of names) await expect.element(page.getByText(name, { exact: true }).first()).toBeVisible()
  await page.getByRole('combobox').selectOptions('zh')
  for (const name of names)
    await expect.element(page.getByText(`中文 ${name}`, { exact: true }).first()).toBeVisible()
  await router.navigate('/?tasks=open')
  await expect.element(page.getByRole('heading', { name: '中文 Join our channel' })).toBeVisible()
})
