// The console in a test: real store, real routes and shell; only the network is answered by a record of data.
import { Provider } from 'react-redux'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { vi } from 'vitest'
import { render } from 'vitest-browser-react'
import '../styles/tokens.css'
import { sessionOpened, type Me } from '../api/session.ts'
import { createStore } from '../api/store.ts'
import { moveView, routes } from '../app/router.tsx'
import { Shell } from '../app/Shell.tsx'
import { world } from './world.ts'

/** A call that left the page. */
export type Call = { path: string; body: Record<string, unknown> }

/** Answers calls from a record of data by path; `error` in an entry makes a refusal. Gives what was called. */
export function answer(answers: Readonly<Record<string, unknown>> = world): Call[] {
  const calls: Call[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    const path = new URL(
      address instanceof Request ? address.url : address.toString(),
      location.href,
    ).pathname.replace('/staff/v1/', '')
    const body = JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as Record<string, unknown>
    calls.push({ path, body })
    const entry = answers[path]
    if (entry === undefined) throw new TypeError(`No answer for ${path}`)
    const found: unknown = typeof entry === 'function' ? (entry as (body: unknown) => unknown)(body) : entry
    const refused = typeof found === 'object' && found !== null && 'error' in found ? found : { data: found }
    return Response.json({ error: 0, message: '', server_ts: Date.now(), ...refused })
  })
  return calls
}

/** Draws a screen of the console for a person with all reading permissions. */
export async function show(path: string, me: Partial<Me> = {}) {
  const store = createStore()
  store.dispatch(sessionOpened({ ...(world['session/me'] as Me), ...me }))
  const router = createMemoryRouter(
    [
      {
        Component: Shell,
        HydrateFallback: () => null,
        middleware: [
          async ({ request }, next) => {
            moveView(store, new URL(request.url).search)
            return next()
          },
        ],
        children: routes,
      },
    ],
    { initialEntries: [path] },
  )
  const shown = await render(
    <div style={{ height: '100vh' }}>
      <Provider store={store}>
        <RouterProvider router={router} />
      </Provider>
    </div>,
  )
  return { ...shown, store, router }
}
