// Saved views: names of addresses, kept on this device. An address holds filters and moment, so it is all of a view.
import { useSyncExternalStore } from 'react'

/** A name and the hash path with its query. */
export type Saved = { name: string; to: string }

const key = 'staff.views'
const most = 50
let cached: readonly Saved[] | null = null
const listeners = new Set<() => void>()

function read(): readonly Saved[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(value)
      ? value
          .filter(
            (one: unknown): one is Saved =>
              typeof (one as Saved | null)?.name === 'string' && /^\/[a-z]/.test((one as Saved).to),
          )
          .slice(0, most)
      : []
  } catch {
    return []
  }
}

function write(views: readonly Saved[]): void {
  cached = views
  try {
    localStorage.setItem(key, JSON.stringify(views))
  } catch {
    console.warn('Storage is not available: saved views last as long as the page')
  }
  for (const listener of listeners) listener()
}

const snapshot = () => (cached ??= read())

/** All saved views, newest first. */
export function useSaved(): readonly Saved[] {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, snapshot)
}

/** Keeps a view; one of the same name is replaced. */
export function keepView(view: Saved): void {
  write([view, ...snapshot().filter(({ name }) => name !== view.name)].slice(0, most))
}

/** Forgets the view of this address. */
export function forgetView(to: string): void {
  write(snapshot().filter((view) => view.to !== to))
}
