// What this device may do besides showing: sound, its volume, and taps of the phone. Kept on the device, because one
// player may want it on the phone and not on the computer.
import { usePageValue } from './hooks.ts'
import type { Json, PagesState } from './pages.ts'

/** The player's wishes; `volume` is 0 to 100. */
export interface Senses {
  readonly sound: boolean
  readonly volume: number
  readonly haptics: boolean
}

const usual: Senses = { sound: true, volume: 60, haptics: true }

const isSwitch = (value: Json): value is boolean => typeof value === 'boolean'
const isVolume = (value: Json): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 100

/** The wishes as they are kept; what an older version or a stranger wrote counts as not kept. */
export function sensesOf(pages: PagesState): Senses {
  const { sound, volume, haptics } = pages['senses'] ?? {}
  return {
    sound: sound !== undefined && isSwitch(sound) ? sound : usual.sound,
    volume: volume !== undefined && isVolume(volume) ? volume : usual.volume,
    haptics: haptics !== undefined && isSwitch(haptics) ? haptics : usual.haptics,
  }
}

/** Each wish with its setter. */
export function useSenses() {
  return {
    sound: usePageValue('senses', 'sound', usual.sound, isSwitch),
    volume: usePageValue('senses', 'volume', usual.volume, isVolume),
    haptics: usePageValue('senses', 'haptics', usual.haptics, isSwitch),
  }
}
