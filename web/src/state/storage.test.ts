import { describe, expect, test } from 'vitest'
import { testStore } from '../testing/render.tsx'
import { pageValueSet } from './pages.ts'
import { localeChosen, parseObject, savedLocale, savedPages } from './storage.ts'

describe('values that pages keep', () => {
  test.each(['', '{', 'null', '[]', '"text"', '7', 'undefined', '{"a":', '\u0000'])('stored rubbish %j counts as an empty object (SPEC 3)', (text) => {
    localStorage.setItem('page.fishing', text)
    expect(savedPages()['fishing']).toEqual({})
  })

  test('nothing stored is empty, an object is itself', () => {
    expect(parseObject(null)).toEqual({})
    expect(parseObject('{"stake":100,"deep":{"level":6}}')).toEqual({ stake: 100, deep: { level: 6 } })
  })

  test('a value is saved, survives a new start, and leaves its neighbours alone', () => {
    localStorage.setItem('page.wallet', '{"filter":"gusd"}')
    const { store } = testStore()
    store.dispatch(pageValueSet({ page: 'wallet', key: 'open', value: true }))
    store.dispatch(pageValueSet({ page: 'fishing', key: 'stake', value: 100 }))
    expect(testStore().store.getState().pages).toMatchObject({ wallet: { filter: 'gusd', open: true }, fishing: { stake: 100 } })
  })
})

test('a chosen language is saved under locale', () => {
  const { store } = testStore()
  expect(savedLocale()).toBeNull()
  store.dispatch(localeChosen('zh'))
  expect(localStorage.getItem('locale')).toBe('zh')
})
