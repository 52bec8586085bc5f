import { afterEach, expect, test, vi } from 'vitest'
import { refuseTabStorage } from '../testing/storage.ts'
import { tabStorage } from './tabStorage.ts'

afterEach(() => {
  vi.restoreAllMocks()
  tabStorage.clear()
})

test('what the tab keeps is in its session storage, so that a reload finds it', () => {
  expect(tabStorage.set('a', '1')).toBe(true)
  expect(sessionStorage.getItem('a')).toBe('1')
  expect([tabStorage.get('a'), tabStorage.get('b'), tabStorage.keys()]).toEqual(['1', null, ['a']])
  tabStorage.remove('a')
  expect(sessionStorage).toHaveLength(0)
  expect(tabStorage.isKept()).toBe(true)
})

test('a device that refuses storage keeps the values for as long as the page lives, and says so', () => {
  refuseTabStorage()
  expect(tabStorage.set('a', '1')).toBe(false)
  expect(tabStorage.set('b', '2')).toBe(false)
  expect(tabStorage.isKept()).toBe(false)
  expect([tabStorage.get('a'), tabStorage.keys()]).toEqual(['1', ['a', 'b']])
  tabStorage.remove('a')
  expect([tabStorage.get('a'), tabStorage.keys()]).toEqual([null, ['b']])
  tabStorage.clear()
  expect(tabStorage.keys()).toEqual([])
})

test('a full storage does not bring an older value back', () => {
  tabStorage.set('a', 'old')
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(tabStorage.set('a', 'new')).toBe(false)
  expect([tabStorage.get('a'), tabStorage.keys()]).toEqual(['new', ['a']])
})
