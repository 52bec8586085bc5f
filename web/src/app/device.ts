// Keeps the system state's view of the device: width and connection.
import { setupListeners } from '@reduxjs/toolkit/query'
import { onlineSet, windowResized } from '../state/system.ts'
import type { Store } from '../state/store.ts'

/** Watches for as long as the page lives. */
export function watchDevice(store: Store): void {
  addEventListener('resize', () => store.dispatch(windowResized(innerWidth)))
  addEventListener('online', () => store.dispatch(onlineSet(true)))
  addEventListener('offline', () => store.dispatch(onlineSet(false)))
  // Polling rests while nobody looks.
  setupListeners(store.dispatch)
}
