// The console in a test, in a real browser at the size of an office screen: real store, real routes and shell; only the
// network is answered, by one record of data.
import axe from 'axe-core'
import { Provider } from 'react-redux'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { beforeEach, expect, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import '../styles/tokens.css'
import '../styles/print.css'
import { sessionOpened, type Me } from '../api/session.ts'
import { createStore } from '../api/store.ts'
import { moveView, routes } from '../app/router.tsx'
import { Shell } from '../app/Shell.tsx'
import { me, world } from './world.ts'

/** A call that left the page. */
export type Call = { path: string; body: Record<string, unknown> }

const width = 1440
const fetchOfTheBrowser = globalThis.fetch
let calls: Call[] = []

/** Before each test of the file: the window's size, empty storage, and answers from the record of data. */
export function prepareConsole(): void {
  beforeEach(async () => {
    await page.viewport(width, 900)
    location.hash = ''
    localStorage.clear()
    answer()
  })
}

/**
 * Answers calls from the record of data, with these changes of it: by path, data or a function of the body; `error` in
 * an entry makes a refusal. Gives the calls from now on.
 */
export function answer(changes: Readonly<Record<string, unknown>> = {}): Call[] {
  const answers: Readonly<Record<string, unknown>> = { ...world, ...changes }
  const made: Call[] = []
  calls = made
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const path = /\/staff\/v1\/(.+)$/.exec(input instanceof Request ? input.url : input.toString())?.[1]
    if (path === undefined) return fetchOfTheBrowser(input, init)
    const body = JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as Record<string, unknown>
    made.push({ path, body })
    const entry = answers[path]
    if (entry === undefined) throw new TypeError(`No answer for ${path}`)
    const found: unknown = typeof entry === 'function' ? (entry as (body: unknown) => unknown)(body) : entry
    const refused = typeof found === 'object' && found !== null && 'error' in found ? found : { data: found }
    return Response.json({ error: 0, message: '', server_ts: Date.now(), ...refused })
  })
  return made
}

/** Bodies of the calls of a path, in their order. */
export const bodiesOf = (path: string) => calls.filter((call) => call.path === path).map(({ body }) => body)

/** Draws a screen for a person who may do everything, unless `person` says otherwise; what was drawn before goes. */
export async function show(path: string, person: Partial<Me> = {}) {
  await cleanup()
  const store = createStore()
  store.dispatch(sessionOpened({ ...me, ...person }))
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
  await expect.poll(() => document.querySelector('h1'), { timeout: 10_000 }).not.toBeNull()
  await loaded()
  return { ...shown, store, router }
}

/** Waits until nothing is loading any more. */
async function loaded(): Promise<void> {
  const loading = () => document.querySelector('[data-loading]')
  await expect.poll(loading, { timeout: 10_000 }).toBeNull()
}

/** Expects that axe finds no fault and that nothing is wider than the window. */
export async function expectClean(part: Element = document.body): Promise<void> {
  const { violations } = await axe.run(part)
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 200)).join(' | ')}`),
  ).toEqual([])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth)
}
