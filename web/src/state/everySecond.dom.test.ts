import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { receive } from '../platform/bridge.ts'
import { createEverySecond } from './everySecond.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('before the infos are loaded it checks every 100 ms; then it runs every second (domain §10.4)', () => {
  let loaded = false
  const looks = vi.fn(() => loaded)
  const run = vi.fn()
  createEverySecond(looks)(run)
  const before = looks.mock.calls.length
  vi.advanceTimersByTime(1_000)
  expect(looks.mock.calls.length - before).toBeGreaterThanOrEqual(10)
  expect(run).not.toHaveBeenCalled()
  loaded = true
  vi.advanceTimersByTime(100)
  expect(run).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(3_000)
  expect(run).toHaveBeenCalledTimes(4)
})

test('it rests while nobody is registered', () => {
  const register = createEverySecond(() => true)
  const run = vi.fn()
  register(run)()
  expect(vi.getTimerCount()).toBe(0)
  register(run)
  vi.advanceTimersByTime(1_000)
  expect(run).toHaveBeenCalledTimes(1)
})

test('it rests while the messenger has put the product aside', () => {
  const run = vi.fn()
  createEverySecond(() => true)(run)
  receive('visibility_changed', { is_visible: false })
  vi.advanceTimersByTime(5_000)
  expect(run).not.toHaveBeenCalled()
  receive('visibility_changed', { is_visible: true })
  vi.advanceTimersByTime(1_000)
  expect(run).toHaveBeenCalledTimes(1)
})
