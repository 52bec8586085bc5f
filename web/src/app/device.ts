// Keeps the system state's view of the device, its width and connection, and lets the cache of calls know whether
// anybody looks.
import { setupListeners } from '@reduxjs/toolkit/query'
import { onVisible, visible } from '../platform/visibility.ts'
import { onlineSet, windowResized } from '../state/system.ts'
import type { Store } from '../state/store.ts'

/** Watches for as long as the page lives, or until the returned function is called. */
export function watchDevice(store: Store): () => void {
  const watches = new AbortController()
  const { signal } = watches
  addEventListener('resize', () => store.dispatch(windowResized(innerWidth)), { signal })
  // Polling rests while nobody looks, also where the messenger has put the product aside with its page still "visible".
  const end = setupListeners(store.dispatch, (dispatch, { onFocus, onFocusLost, onOnline, onOffline }) => {
    const connected = (online: boolean) => {
      store.dispatch(onlineSet(online))
      dispatch(online ? onOnline() : onOffline())
    }
    addEventListener('online', () => connected(true), { signal })
    addEventListener('offline', () => connected(false), { signal })
    return onVisible(() => dispatch(visible() ? onFocus() : onFocusLost()))
  })
  return () => {
    watches.abort()
    end()
  }
}
