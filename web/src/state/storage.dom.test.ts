import { describe, expect, test } from 'vitest'
import { sessionLost } from '../api/session.ts'
import { testStore } from '../testing/render.tsx'
import { pageValueSet } from './pages.ts'
import { deviceId, localeChosen, parseObject, savedLocale, savedPages } from './storage.ts'

describe('values that pages keep', () => {
  test.each(['', '{', 'null', '[]', '"text"', '7', 'undefined', '{"a":', '\u0000'])(
    'stored rubbish %j counts as an empty object (domain §10.3)',
    (text) => {
      localStorage.setItem('page.fishing', text)
      expect(savedPages()['fishing']).toEqual({})
    },
  )

  test('nothing stored is empty, an object is itself', () => {
    expect(parseObject(null)).toEqual({})
    expect(parseObject('{"stake":100,"deep":{"level":6}}')).toEqual({ stake: 100, deep: { level: 6 } })
  })

  test('a value is saved, survives a new start, and leaves its neighbours alone', () => {
    localStorage.setItem('page.wallet', '{"filter":"gusd"}')
    const { store } = testStore()
    store.dispatch(pageValueSet({ page: 'wallet', key: 'open', value: true }))
    store.dispatch(pageValueSet({ page: 'fishing', key: 'stake', value: 100 }))
    expect(testStore().store.getState().pages).toMatchObject({
      wallet: { filter: 'gusd', open: true },
      fishing: { stake: 100 },
    })
  })
})

test('a chosen language is saved under locale', () => {
  const { store } = testStore()
  expect(savedLocale()).toBeNull()
  store.dispatch(localeChosen('zh'))
  expect(localStorage.getItem('locale')).toBe('zh')
})

describe('the id of the device', () => {
  test('is made once, is the same for every account, and is nobody’s page value', () => {
    const made = deviceId()
    expect(made).toMatch(/^[0-9a-f-]{36}$/)
    testStore().store.dispatch(sessionLost({ kind: 'server', code: -1000, message: '', data: null }))
    expect(deviceId()).toBe(made)
    expect(JSON.stringify(savedPages())).not.toContain(made)
  })

  test('rubbish in its place is replaced', () => {
    localStorage.setItem('device', '<script>')
    expect(deviceId()).toMatch(/^[0-9a-f-]{36}$/)
  })
})
