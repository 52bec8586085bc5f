// The new day of UTC, in fake time.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serverTimeSeen } from '../api/clock.ts'
import { endpoints } from '../api/endpoints.gen.ts'
import '../api/shared.ts'
import { receive } from '../platform/bridge.ts'
import { onlineSet } from '../state/system.ts'
import { answered } from '../testing/answered.ts'
import { signedInStore } from '../testing/render.tsx'
import { call, server } from '../testing/server.ts'
import { world } from '../testing/world.ts'
import { followDay } from './day.ts'

const minuteMs = 60_000
const midnight = Date.UTC(2026, 11, 1)
let end = () => {}

beforeEach(() => {
  const now = midnight - 2 * minuteMs
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true, now })
})
afterEach(() => {
  end()
  receive('visibility_changed', { is_visible: true })
  vi.useRealTimers()
  serverTimeSeen(Date.now())
})

/** A player who looks at the check-in, and how often it was read. */
async function looking() {
  const { store } = signedInStore()
  const reads = { count: 0 }
  server.use(call('signin/info', () => (reads.count++, { data: world['signin/info'] })))
  await store.dispatch(endpoints.endpoints.signinInfo.initiate())
  end = followDay(store)
  return { store, reads }
}
const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * minuteMs)
const until = (ms: number) => vi.advanceTimersByTimeAsync(ms - Date.now())

test('what counts by the day is read again when a new one begins, once', async () => {
  const { store, reads } = await looking()
  await until(midnight)
  expect(reads.count).toBe(1)
  await until(midnight + 6_000)
  await answered(store)
  expect(reads.count).toBe(2)
  await until(midnight + 24 * 60 * minuteMs)
  expect(reads.count).toBe(2)
  await until(midnight + 24 * 60 * minuteMs + 6_000)
  await answered(store)
  expect(reads.count).toBe(3)
})

test('what the player does at midnight does not end the pause after it', async () => {
  const { store, reads } = await looking()
  await until(midnight + 100)
  store.dispatch(onlineSet(true))
  await answered(store)
  expect(reads.count).toBe(1)
})

test('a clock that an answer sets back over midnight has the day read once more, not again and again', async () => {
  const { store, reads } = await looking()
  await until(midnight + 6_000)
  await answered(store)
  expect(reads.count).toBe(2)
  serverTimeSeen(midnight - 10_000)
  store.dispatch(onlineSet(true))
  serverTimeSeen(Date.now())
  for (let act = 0; act < 3; act++) {
    store.dispatch(onlineSet(true))
    await answered(store)
  }
  expect(reads.count).toBe(3)
})

test('whoever was not looking reads it on coming back', async () => {
  const { reads } = await looking()
  receive('visibility_changed', { is_visible: false })
  await minutes(10)
  expect(reads.count).toBe(1)
  receive('visibility_changed', { is_visible: true })
  await vi.waitFor(() => expect(reads.count).toBe(2))
})

test('whoever had no connection reads it with the first one', async () => {
  const { store, reads } = await looking()
  store.dispatch(onlineSet(false))
  await minutes(10)
  expect(reads.count).toBe(1)
  store.dispatch(onlineSet(true))
  await vi.waitFor(() => expect(reads.count).toBe(2))
})
