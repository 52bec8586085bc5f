// The check timer of domain §10.4: it looks every 100 ms whether the infos are loaded and from then on
// runs the registered callbacks every second. It rests while nobody is registered or nobody looks.
import { visible } from '../platform/visibility.ts'

type Callback = () => void

const checkMs = 100
const runMs = 1_000

/** Registers callbacks that run every second once `loaded()` is true. */
export function createEverySecond(loaded: () => boolean) {
  const callbacks = new Set<Callback>()
  let timer: ReturnType<typeof setTimeout> | null = null

  const plan = () => {
    timer = callbacks.size > 0 ? setTimeout(tick, loaded() ? runMs : checkMs) : null
  }
  const tick = () => {
    if (loaded() && visible()) for (const callback of callbacks) callback()
    plan()
  }

  return (callback: Callback): Callback => {
    callbacks.add(callback)
    if (timer === null) plan()
    return () => {
      callbacks.delete(callback)
      if (callbacks.size > 0 || timer === null) return
      clearTimeout(timer)
      timer = null
    }
  }
}

/** What the shell provides to components. */
export type EverySecond = ReturnType<typeof createEverySecond>
