// Light or dark: as the device says, until the reader says otherwise on this device. Paper is light.
import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { keepChoice, keptChoice } from './device.ts'

export type Theme = 'light' | 'dark'
const key = 'staff.theme'
const listeners = new Set<() => void>()
const system = () => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')

/** The theme in force. */
export function theme(): Theme {
  return document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light'
}

/** Puts the kept or the device's theme in force; the device may change its mind. */
export function startTheme(): void {
  const showOwn = () => show(kept() ?? system())
  showOwn()
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', showOwn)
  // Charts are pictures: no rule for paper gives them other colours, they are drawn anew. The browser takes its
  // picture right after the event.
  addEventListener('beforeprint', () => flushSync(() => show('light')))
  addEventListener('afterprint', showOwn)
}

/** The reader's choice. */
export function chooseTheme(chosen: Theme): void {
  keepChoice(key, chosen)
  show(chosen)
}

/** The theme, again when it changes. */
export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, theme)
}

function show(chosen: Theme): void {
  document.documentElement.dataset['theme'] = chosen
  for (const listener of listeners) listener()
}

function kept(): Theme | null {
  const value = keptChoice(key)
  return value === 'dark' || value === 'light' ? value : null
}
