/**
 * Timed changes of the picture. Driven by the scene's own frame loop, never by a timer.
 *
 * Promise: a change always ends. When the scene is hidden, everything under way jumps to its end and resolves, and what
 * starts while hidden ends at once - so nobody who awaits a moment is left hanging.
 */

type Ease = (part: number) => number

interface Tween {
  elapsed: number
  readonly duration: number
  readonly step: (part: number) => void
  readonly ease: Ease
  readonly done: () => void
}

/** Slows down towards the end. */
export const settle: Ease = (part) => 1 - (1 - part) ** 3
/** Starts and ends slowly. */
export const glide: Ease = (part) => (part < 0.5 ? 4 * part ** 3 : 1 - (-2 * part + 2) ** 3 / 2)
/** Starts slowly and falls. */
export const fall: Ease = (part) => part * part
/** Overshoots a little and comes back. */
export const pop: Ease = (part) => 1 + 2.7 * (part - 1) ** 3 + 1.7 * (part - 1) ** 2
/** No easing. */
export const even: Ease = (part) => part

/** The changes under way in one scene. */
export class Tweens {
  private readonly active: Tween[] = []
  private halted = true

  /** Calls `step` with 0..1 over `duration` ms; resolves after the last call, which is always with 1. */
  run(duration: number, step: (part: number) => void, ease: Ease = settle): Promise<void> {
    if (this.halted) {
      step(1)
      return Promise.resolve()
    }
    return new Promise((done) => {
      this.active.push({ elapsed: 0, duration: Math.max(1, duration), step, ease, done })
      step(ease(0))
    })
  }

  /** A pause. */
  wait(duration: number): Promise<void> {
    return this.run(duration, () => {})
  }

  /** One frame of `delta` ms. */
  tick(delta: number): void {
    for (let index = this.active.length - 1; index >= 0; index -= 1) {
      const tween = this.active[index]
      if (tween === undefined) continue
      tween.elapsed += delta
      const part = Math.min(1, tween.elapsed / tween.duration)
      tween.step(part === 1 ? 1 : tween.ease(part))
      if (part === 1) {
        this.active.splice(index, 1)
        tween.done()
      }
    }
  }

  /** The loop runs again. */
  resume(): void {
    this.halted = false
  }

  /** The loop stops: everything ends now. */
  halt(): void {
    this.halted = true
    for (const tween of this.active.splice(0)) {
      tween.step(1)
      tween.done()
    }
  }
}
