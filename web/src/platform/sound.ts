// Sound for the whole product. Silent until the first tap, as browsers want it and as people do; silent while nobody
// looks, and while the player has switched it off.
import { make, type Sound } from './synth.ts'
import { onVisible, visible } from './visibility.ts'

let on = true
let volume = 0.6
/** Made by the first tap. */
let output: { readonly context: AudioContext; readonly gain: GainNode } | null = null

/** Makes a sound now, or `afterMs` later; nothing where none may be heard. */
export function sound(name: Sound, afterMs = 0): void {
  if (output === null || !audible() || output.context.state !== 'running') return
  const { context, gain } = output
  make(name, { context, out: gain, atS: context.currentTime + afterMs / 1000 })
}

/** The player's wish; `wanted` is 0 to 100. */
export function setSound(wish: { readonly on: boolean; readonly volume: number }): void {
  on = wish.on
  // Ears hear in ratios: half of the slider is a quarter of the force.
  volume = (Math.min(100, Math.max(0, wish.volume)) / 100) ** 2
  settle()
}

/** Waits for the first tap and follows whether anybody looks; gives the way to end that. */
export function startSound(): () => void {
  const onTap = ({ target }: Event) => {
    if (on) output ??= open()
    settle()
    const control = target instanceof Element ? target.closest('button, a, input, select, summary') : null
    if (control !== null && !control.matches(':disabled')) sound('button')
  }
  document.addEventListener('click', onTap, { capture: true })
  const off = onVisible(settle)
  return () => {
    document.removeEventListener('click', onTap, { capture: true })
    off()
    void output?.context.close()
    output = null
  }
}

const audible = () => on && visible()

function open(): typeof output {
  if (typeof AudioContext === 'undefined') return null
  const context = new AudioContext({ latencyHint: 'interactive' })
  const gain = context.createGain()
  gain.connect(context.destination)
  return { context, gain }
}

/** A context that stands still costs no power. */
function settle(): void {
  if (output === null) return
  const { context, gain } = output
  gain.gain.value = volume
  // A device that refuses stays silent until the next tap.
  const done = audible() ? context.resume() : context.suspend()
  void done.catch(() => undefined)
}
