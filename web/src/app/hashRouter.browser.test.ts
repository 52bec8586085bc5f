// The router in a real history: what is prepared stands, what was overtaken does not, Back works, a fault is shown.
import { afterEach, expect, test, vi } from 'vitest'
import { HashRouter } from './hashRouter.ts'

const start = location.href
afterEach(() => history.replaceState(null, '', start))

/** A router whose screens come when the test says so. */
function routed() {
  const waiting = new Map<string, (end: string) => void>()
  const asked: string[] = []
  const router = new HashRouter((path) => {
    asked.push(path)
    return new Promise((done) => waiting.set(path, done))
  })
  const ready = async (path: string, end = path) => {
    await vi.waitFor(() => expect(waiting.has(path)).toBe(true))
    waiting.get(path)?.(end)
    waiting.delete(path)
  }
  const stands = (path: string) =>
    vi.waitFor(() => expect(`${router.shown?.location.pathname}${router.shown?.location.search}`).toBe(path))
  return { router, ready, stands, asked }
}

test('an address stands once it is prepared, where it leads in the end', async () => {
  location.hash = '#/'
  const { router, ready, stands } = routed()
  await ready('/')
  await stands('/')
  void router.navigate('/pay')
  expect(location.hash).toBe('#/')
  await ready('/pay', '/pay/vip?from=pay')
  await stands('/pay/vip?from=pay')
  expect(location.hash).toBe('#/pay/vip?from=pay')
  void router.navigate(-1)
  await ready('/')
  await stands('/')
  expect(router.state.navigation.state).toBe('idle')
})

test('under a screen that was opened by its address lies the one above it, once', async () => {
  const above = (pathname: string) => (pathname === '/home/receive' ? '/home/index' : null)
  const opened = async () => {
    const router = new HashRouter(async (path) => (path === '/gifts' ? '/home/receive' : path), above)
    await vi.waitFor(() => expect(router.shown?.location.pathname).toBe('/home/receive'))
    return router
  }
  history.pushState(null, '', '#/gifts')
  const { length } = history
  const router = await opened()
  expect([location.hash, history.length]).toEqual(['#/home/receive', length + 1])
  // A reload finds it there.
  await opened()
  expect(history.length).toBe(length + 1)
  void router.navigate(-1)
  await vi.waitFor(() => expect(location.hash).toBe('#/home/index'))
})

test('a newer navigation overtakes one that is still prepared', async () => {
  location.hash = '#/'
  const { router, ready, stands } = routed()
  await ready('/')
  void router.navigate('/slow')
  void router.navigate('/quick')
  await ready('/quick')
  await stands('/quick')
  await ready('/slow')
  expect(router.shown?.location.pathname).toBe('/quick')
  expect(location.hash).toBe('#/quick')
})

test('a screen that cannot be prepared is shown as a fault at its own address', async () => {
  location.hash = '#/'
  const fault = new Error('offline')
  const router = new HashRouter((path) => (path === '/far' ? Promise.reject(fault) : Promise.resolve(path)))
  await vi.waitFor(() => expect(router.shown).not.toBeNull())
  await router.navigate('/far')
  expect(router.shown).toMatchObject({ fault, location: { pathname: '/far' } })
})
