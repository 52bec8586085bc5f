// Whether the page is being printed: a table then draws every row, since paper does not scroll.
import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

let isPrinting = false

/** The browser takes its picture right after the event, so what depends on it is drawn before the listener returns. */
function watch(listener: () => void): () => void {
  const set = (value: boolean) => () => {
    isPrinting = value
    flushSync(listener)
  }
  const [begin, end] = [set(true), set(false)]
  addEventListener('beforeprint', begin)
  addEventListener('afterprint', end)
  return () => {
    removeEventListener('beforeprint', begin)
    removeEventListener('afterprint', end)
  }
}

/** True from the moment the browser lays out paper until it is done. */
export function usePrinting(): boolean {
  return useSyncExternalStore(watch, () => isPrinting)
}
