// A desk in a real browser at the size of an office screen: the small world answers, and what the server was told is kept.
import axe from 'axe-core'
import { Provider } from 'react-redux'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { beforeAll, beforeEach, expect } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '../../styles/tokens.css'
import { sessionOpened } from '../../api/session.ts'
import { createStore } from '../../api/store.ts'
import { viewMoved } from '../../api/view.ts'
import { routes } from '../../app/router.tsx'
import { me, world } from './world.ts'

const answer = globalThis.fetch
let asked: { path: string; body: Record<string, unknown> }[] = []
/** What the server answers instead of the small world, by path; emptied before each test. */
export const instead: Record<string, object> = {}

/** Answers calls in every test of the file. */
export function answerDesks() {
  beforeAll(() => page.viewport(1440, 900))
  beforeEach(() => {
    asked = []
    for (const path of Object.keys(instead)) delete instead[path]
    globalThis.fetch = async (input, init) => {
      const path = /\/staff\/v1\/(.+)$/.exec(input instanceof Request ? input.url : input.toString())?.[1]
      if (path === undefined) return answer(input, init)
      const body = JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as Record<string, unknown>
      asked.push({ path, body })
      const entry = world[path]
      const data: unknown = typeof entry === 'function' ? (entry as (body: unknown) => unknown)(body) : entry
      return Response.json({
        error: 0,
        message: '',
        data: data ?? null,
        server_ts: Date.now(),
        ...instead[path],
      })
    }
    return () => {
      globalThis.fetch = answer
    }
  })
}

const all = [...new Set(Object.keys(world).map((path) => path.replace('/', '.')))]
/** Bodies of the calls of a path, in their order. */
export const told = (path: string) => asked.filter((call) => call.path === path).map(({ body }) => body)

/** A screen for somebody who may everything in the small world, or only some of it. */
export async function show(
  path: string,
  { past = false, can = all, roles = me.roles }: { past?: boolean; can?: string[]; roles?: string[] } = {},
) {
  const store = createStore()
  store.dispatch(sessionOpened({ ...me, can, roles }))
  if (past) store.dispatch(viewMoved('1200'))
  const shown = await render(
    <Provider store={store}>
      <RouterProvider router={createMemoryRouter(routes, { initialEntries: [path] })} />
    </Provider>,
  )
  await expect.poll(() => document.querySelector('h1'), { timeout: 5_000 }).not.toBeNull()
  await expect
    .poll(() => document.querySelector('[role=status][aria-label=Loading]'), { timeout: 5_000 })
    .toBeNull()
  return shown
}

/** Nothing for axe to say, and nothing wider than the window. */
export async function clean() {
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(1440)
}
