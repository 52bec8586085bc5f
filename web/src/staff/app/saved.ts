// Saved views: a title for an address, kept by the server with the account. An address holds filters and moment, so it
// is all of a view. What this device kept before is offered once; nothing is kept here any more.
import { useMemo, useSyncExternalStore } from 'react'
import { useBookmarksListQuery, type BookmarkLine } from '../api/endpoints.gen.ts'
import { useCan } from '../api/store.ts'
import { screens, type Screen } from './screens.ts'

/** A name and the hash path with its query, as devices kept them. */
export type Saved = { name: string; to: string }

/** Between two looks at what colleagues share. */
const lookEveryMs = 60_000
const key = 'staff.views'
const none: readonly BookmarkLine[] = []
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

/** What this device kept, as it was written; nothing where the browser keeps nothing. */
function written(): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

/** Rubbish counts as nothing. */
function read(text: string): readonly Saved[] {
  try {
    const value: unknown = JSON.parse(text)
    const isSaved = (one: unknown): one is Saved =>
      typeof (one as Saved | null)?.name === 'string' && typeof (one as Saved).to === 'string'
    return Array.isArray(value) ? value.filter(isSaved) : []
  } catch {
    return []
  }
}

function watch(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Views that this device alone has, from before the server kept them. */
export function useLocal(): readonly Saved[] {
  const text = useSyncExternalStore(watch, written)
  return useMemo(() => read(text), [text])
}

/** This device keeps these and no others. */
export function keepLocal(views: readonly Saved[]): void {
  if (views.length === 0) localStorage.removeItem(key)
  else localStorage.setItem(key, JSON.stringify(views))
  for (const listener of listeners) listener()
}
