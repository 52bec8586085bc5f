import { afterEach, expect, test, vi } from 'vitest'
import { endpoints } from '../api/endpoints.gen.ts'
import { receive } from '../platform/bridge.ts'
import { answered } from '../testing/answered.ts'
import { signedInStore } from '../testing/render.tsx'
import { call, server } from '../testing/server.ts'
import { world } from '../testing/world.ts'
import { watchDevice } from './device.ts'

let end = () => {}

afterEach(() => {
  end()
  receive('visibility_changed', { is_visible: true })
  vi.useRealTimers()
})

/** A player with a call that is made every 5 seconds, and how often it was answered. */
async function polling() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const { store } = signedInStore()
  end = watchDevice(store)
  const reads = { count: 0 }
  server.use(call('signin/info', () => (reads.count++, { data: world['signin/info'] })))
  const often = { pollingInterval: 5_000, skipPollingIfUnfocused: true, refetchOnReconnect: true }
  await store.dispatch(endpoints.endpoints.signinInfo.initiate(undefined, { subscriptionOptions: often }))
  return { store, reads }
}

test('polling rests while the messenger has put the product aside, and goes on after it', async () => {
  const { store, reads } = await polling()
  await vi.advanceTimersByTimeAsync(5_000)
  await answered(store)
  expect(reads.count).toBe(2)
  receive('visibility_changed', { is_visible: false })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(reads.count).toBe(2)
  receive('visibility_changed', { is_visible: true })
  await vi.advanceTimersByTimeAsync(5_000)
  await vi.waitFor(() => expect(reads.count).toBe(3))
})

test('the connection is known to the screens and to the cache of calls', async () => {
  const { store, reads } = await polling()
  dispatchEvent(new Event('offline'))
  expect(store.getState().system.online).toBe(false)
  dispatchEvent(new Event('online'))
  expect(store.getState().system.online).toBe(true)
  await vi.waitFor(() => expect(reads.count).toBe(2))
})
