// Saved views: a title for an address, kept by the server with the account. An address holds filters and moment, so it
// is all of a view. What this device kept before is offered once; nothing is kept here any more.
import { useSyncExternalStore } from 'react'
import { useBookmarksListQuery, type BookmarkLine } from '../api/endpoints.gen.ts'
import { useCan } from '../api/store.ts'
import { screens, type Screen } from './screens.ts'

/** A name and the hash path with its query, as devices kept them. */
export type Saved = { name: string; to: string }

/** Between two looks at what colleagues share. */
const lookEveryMs = 60_000
const key = 'staff.views'
const none: readonly BookmarkLine[] = []
let cached: readonly Saved[] | null = null
const listeners = new Set<() => void>()

/** The own views, and those that colleagues share. */
export function useSaved(): { mine: readonly BookmarkLine[]; shared: readonly BookmarkLine[]; most: number } {
  const can = useCan('bookmarks.list')
  const options = { skip: !can, pollingInterval: lookEveryMs, skipPollingIfUnfocused: true }
  const { data } = useBookmarksListQuery(undefined, options)
  const list = data?.list ?? none
  return {
    mine: list.filter(({ own }) => own),
    shared: list.filter(({ own }) => !own),
    most: data?.most ?? 0,
  }
}

/** The screen of an address. */
export function screenAt(at: string): Screen | undefined {
  const path = at.split('?')[0] ?? ''
  return screens.find((screen) => new RegExp(`^${screen.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(path))
}

/** What a colleague opens. */
export function linkOf(path: string): string {
  return `${location.origin}${location.pathname}#${path}`
}

function read(): readonly Saved[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(value)
      ? value.filter(
          (one: unknown): one is Saved =>
            typeof (one as Saved | null)?.name === 'string' && typeof (one as Saved).to === 'string',
        )
      : []
  } catch {
    return []
  }
}

const snapshot = () => (cached ??= read())

function watch(listener: () => void): () => void {
  const fresh = () => {
    cached = null
    listener()
  }
  listeners.add(fresh)
  return () => listeners.delete(fresh)
}

/** Views that this device alone has, from before the server kept them. */
export function useLocal(): readonly Saved[] {
  return useSyncExternalStore(watch, snapshot)
}

/** This device keeps these and no others. */
export function keepLocal(views: readonly Saved[]): void {
  if (views.length === 0) localStorage.removeItem(key)
  else localStorage.setItem(key, JSON.stringify(views))
  for (const listener of listeners) listener()
}
