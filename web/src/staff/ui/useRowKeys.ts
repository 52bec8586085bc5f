// The keys of a list, wherever on the page the focus is, unless somebody writes or a dialog is open.
import { useEffect, useRef } from 'react'

type Rows = {
  active: number
  count: number
  move: (to: number) => void
  open: (index: number) => void
  mark: (index: number) => void
  enabled: boolean
}

/** Whether a key belongs to a field, a button or a dialog and not to the list behind it. */
export function isTaken(event: KeyboardEvent): boolean {
  const target = event.target
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true
  if (!(target instanceof HTMLElement)) return false
  return (
    target.closest('input, select, textarea, [contenteditable]') !== null ||
    document.querySelector('dialog[open]') !== null
  )
}

/** Gives the handler for the list itself; the same keys work from the page. */
export function useRowKeys({
  active,
  count,
  move,
  open,
  mark,
  enabled,
}: Rows): (event: KeyboardEvent) => void {
  const handler = (event: KeyboardEvent) => {
    if (isTaken(event) || count === 0) return
    const pressed = event.target instanceof HTMLElement && event.target.closest('a, button') !== null
    if (event.key === 'Enter' && (pressed || active < 0)) return
    const acts: Record<string, () => void> = {
      j: () => move(active + 1),
      ArrowDown: () => move(active + 1),
      k: () => move(active - 1),
      ArrowUp: () => move(active - 1),
      PageDown: () => move(active + 15),
      PageUp: () => move(active - 15),
      Home: () => move(0),
      End: () => move(count - 1),
      Enter: () => open(active),
      x: () => mark(active),
    }
    const act = acts[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  useEffect(() => {
    if (!enabled) return undefined
    // Only letters: arrows on the page scroll it.
    const listen = (event: KeyboardEvent) => {
      if (/^[jkx]$|^Enter$/.test(event.key)) latest.current(event)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [enabled])
  return handler
}
