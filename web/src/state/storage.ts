// The only module that touches local storage. Reading survives rubbish: what is no JSON object
// counts as empty (domain §10.3). A WebView that refuses storage behaves like an empty one.
import { createAction, type Middleware } from '@reduxjs/toolkit'
import { uuid7 } from '../shared/uuid7.ts'
import { pageNames, pageValueSet, type Json, type PagesState } from './pages.ts'

/** The player or an address asked for a language: save it. */
export const localeChosen = createAction<string>('storage/localeChosen')

const localeKey = 'locale'
/** Not a page's value: nothing that empties those may take it. */
const deviceKey = 'device'
/** What signs the house's public files; the same for every account on this device. */
const houseKey = 'house_key'
const pinsKey = (account: string) => `pins ${account}`
const pageKey = (page: string) => `page.${page}`

/** The saved language, unchecked. */
export function savedLocale(): string | null {
  return get(localeKey)
}

/**
 * A random id of this device, made at the first start and the same for every account on it; null where storage is
 * refused.
 */
export function deviceId(): string | null {
  const kept = get(deviceKey)
  if (kept !== null && /^[0-9a-f-]{36}$/.test(kept)) return kept
  const made = uuid7()
  put(deviceKey, made)
  return get(deviceKey)
}

/** What this device holds the house to for an account's dives, unchecked. */
export function savedPins(account: string): Json[] {
  const { pins } = parseObject(get(pinsKey(account)))
  return Array.isArray(pins) ? pins : []
}

/** False where storage is refused. */
export function savePins(account: string, pins: readonly object[]): boolean {
  return put(pinsKey(account), JSON.stringify({ pins }))
}

/** The key that signed the public files which this device checked first; null before, and where storage is refused. */
export function savedHouseKey(): string | null {
  return get(houseKey)
}

/** Holds the house to this key from now on. */
export function saveHouseKey(key: string): void {
  put(houseKey, key)
}

/** Everything that pages kept. */
export function savedPages(): PagesState {
  return Object.fromEntries(pageNames.map((page) => [page, parseObject(get(pageKey(page)))]))
}

/** A JSON object, or an empty one for anything else. */
export function parseObject(text: string | null): Record<string, Json> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, Json>)
      : {}
  } catch {
    return {}
  }
}

/** Saves after the reducers have run. */
export const storageMiddleware: Middleware<object, { pages: PagesState }> =
  ({ getState }) =>
  (next) =>
  (action) => {
    const done = next(action)
    if (localeChosen.match(action)) put(localeKey, action.payload)
    if (pageValueSet.match(action))
      put(pageKey(action.payload.page), JSON.stringify(getState().pages[action.payload.page] ?? {}))
    return done
  }

function get(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function put(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value)
    return true
  } catch {
    console.warn(`Local storage is not available: ${key} is not kept`)
    return false
  }
}
