import { beforeEach, expect, test } from 'vitest'
import { deviceFinding, deviceValue, keepValue, refusedValue } from './deviceValue.ts'

beforeEach(() => {
  localStorage.clear()
  keepValue({ dive_id: 'before', client_seed: '' })
})

test('each dive has 16 random bytes of its own', () => {
  const first = deviceValue()
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(keepValue({ dive_id: 'one', client_seed: `angler.${first}` })).toBe(true)
  expect(deviceValue()).not.toBe(first)
})

test('a start without an answer is tried again under the same value, a refused one is not', () => {
  const value = deviceValue()
  refusedValue({ kind: 'network', timeout: true })
  refusedValue({ kind: 'server', code: -1008, message: 'busy', data: null })
  expect(deviceValue()).toBe(value)
  refusedValue({ kind: 'server', code: 2001, message: 'no coins', data: null })
  expect(deviceValue()).not.toBe(value)
})

test('a server that leaves the value out is found, at the start and later', () => {
  deviceValue()
  expect(keepValue({ dive_id: 'two', client_seed: 'angler' })).toBe(false)
  expect(deviceFinding('two', 'angler')).toBe(false)
  const value = deviceValue()
  keepValue({ dive_id: 'three', client_seed: `angler.${value}` })
  expect(deviceFinding('three', `angler.${value}`)).toBe(true)
  expect(deviceFinding('another', 'angler')).toBeNull()
})
