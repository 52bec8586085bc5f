// A real store, real texts and a router round a part of the screen; only the network is answered by the test.
import { texts } from '../i18n/texts.ts'
import { render, type RenderResult } from '@testing-library/react'
import { Suspense, type ReactNode } from 'react'
import { Provider } from 'react-redux'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { createWire, sessionOpened, type Wire } from '../api/session.ts'
import type { LoginTelegramData } from '../api/endpoints.gen.ts'
import { startTexts, switchLanguage } from '../i18n/i18n.ts'
import type { LanguageCode } from '../i18n/languages.ts'
import { createStore, type Store } from '../state/store.ts'
import { world } from './world.ts'

let started: Promise<void> | null = null

/** A store whose calls go nowhere but to the test's own answers; pauses take no time. */
export function testStore(parts: Partial<Wire> = {}): { store: Store; wire: Wire } {
  const wire = createWire({
    base: location.origin,
    launch: () => ({ initData: 'signed', inviter: '', device: 'd-1' }),
    pause: async () => undefined,
    ...parts,
  })
  return { store: createStore(wire), wire }
}

/** A store with an open session. */
export function signedInStore(parts: Partial<Wire> = {}): { store: Store; wire: Wire } {
  const made = testStore(parts)
  made.store.dispatch(sessionOpened(world['login/telegram'] as LoginTelegramData))
  return made
}

/** Shows a part of the screen to a signed-in player. */
export async function show(
  children: ReactNode,
  {
    language = 'en',
    store = signedInStore().store,
    at = '/',
  }: { language?: LanguageCode; store?: Store; at?: string } = {},
): Promise<RenderResult & { store: Store }> {
  started ??= startTexts('en')
  await started
  await switchLanguage(language)
  await texts.loadNamespaces('errors')
  const router = createMemoryRouter(
    [{ path: '*', element: <Suspense fallback={null}>{children}</Suspense> }],
    {
      initialEntries: [at],
    },
  )
  const result = render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  )
  return { ...result, store }
}
