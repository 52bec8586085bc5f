// Carries the player's wishes for sound and taps to the device, now and at each change.
import { allowHaptics } from '../platform/messenger.ts'
import { setSound, startSound } from '../platform/sound.ts'
import { sensesOf } from '../state/senses.ts'
import type { Store } from '../state/store.ts'

/** Starts when the first screen stands; the returned function ends it. */
export function followSenses(store: Pick<Store, 'getState' | 'subscribe'>): () => void {
  let seen: unknown = null
  const follow = () => {
    const { pages } = store.getState()
    if (pages['senses'] === seen && seen !== null) return
    seen = pages['senses'] ?? {}
    const { sound, volume, haptics } = sensesOf(pages)
    setSound({ on: sound, volume })
    allowHaptics(haptics)
  }
  follow()
  const ends = [store.subscribe(follow), startSound()]
  return () => {
    for (const end of ends) end()
  }
}
