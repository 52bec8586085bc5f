import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sheetOpened } from '../ui/openSheets.ts'
import { closeSheetsOnBack } from './sheetBack.ts'

/** The router's listener: what it hears it would navigate to. */
const heard = vi.fn()
const listeners = new Set<() => void>()
const navigate = vi.fn(async (to: unknown) => {
  history.pushState({ idx: 3 }, '', `#${String(to)}`)
})
const router = {
  state: { navigation: { state: 'idle' } },
  navigate,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
let end = () => {}

/** Hears each step through the history before it can be stopped. */
let onStep = () => {}
addEventListener('popstate', () => onStep(), { capture: true })
/** Resolves with the next step. */
const popped = () => new Promise<void>((done) => (onStep = done))
const back = async () => {
  const step = popped()
  history.back()
  await step
}

beforeEach(() => {
  history.pushState({ idx: 1 }, '', '#/home/index')
  history.pushState({ idx: 2 }, '', '#/pay/shop')
  router.navigate = navigate
  end = closeSheetsOnBack(router as never)
  addEventListener('popstate', heard)
})
afterEach(() => {
  end()
  removeEventListener('popstate', heard)
  heard.mockClear()
})

test('Back closes the sheet and stays; the next Back leaves', async () => {
  const close = vi.fn()
  const closed = sheetOpened(close)
  close.mockImplementation(closed)
  await back()
  expect(close).toHaveBeenCalledOnce()
  expect([location.hash, heard.mock.calls.length]).toEqual(['#/pay/shop', 0])
  await back()
  expect([location.hash, heard.mock.calls.length]).toEqual(['#/home/index', 1])
})

test('of two sheets Back closes one', async () => {
  const [below, above] = [vi.fn(), vi.fn()]
  const closeBelow = sheetOpened(below)
  above.mockImplementation(sheetOpened(above))
  await back()
  expect([below.mock.calls.length, above.mock.calls.length]).toEqual([0, 1])
  below.mockImplementation(closeBelow)
  await back()
  expect([below.mock.calls.length, location.hash]).toEqual([1, '#/pay/shop'])
})

test('a sheet closed by its button costs no further Back', async () => {
  const closed = sheetOpened(() => {})
  const step = popped()
  closed()
  await step
  expect(history.state).toEqual({ idx: 2 })
  await back()
  expect([location.hash, heard.mock.calls.length]).toEqual(['#/home/index', 1])
})

test('a navigation starts from the screen and not from its sheet', async () => {
  const closed = sheetOpened(() => {})
  const gone = router.navigate('/pay/coupon')
  closed()
  await gone
  expect(location.hash).toBe('#/pay/coupon')
  await back()
  expect([location.hash, history.state]).toEqual(['#/pay/shop', { idx: 2 }])
  await back()
  expect(location.hash).toBe('#/home/index')
})

describe('a page that is loaded on the entry of a sheet', () => {
  const load = () => {
    end()
    router.navigate = navigate
    end = closeSheetsOnBack(router as never)
  }

  test('goes back to the entry of its screen', async () => {
    const closed = sheetOpened(() => {})
    end()
    closed()
    const step = popped()
    load()
    await step
    expect([location.hash, history.state]).toEqual(['#/pay/shop', { idx: 2 }])
  })

  test('stays where the entry took the place of its screen', async () => {
    history.replaceState({ idx: 2, sheet: history.length + 1 }, '')
    load()
    expect([location.hash, history.state]).toEqual(['#/pay/shop', { idx: 2 }])
    await back()
    expect(location.hash).toBe('#/home/index')
  })
})
