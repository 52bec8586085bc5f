/**
 * How much may live in the sea on this device: as much as can be drawn in time. Particles go first and shafts of light
 * after them; the picture itself stays as sharp as the screen. Pure numbers, no drawing.
 *
 *   too slow        half as much, in the end nothing
 *   no better then  it was not the particles (a screen of 30 Hz, a saving mode, other work): back,
 *                   one more try later, then left alone
 */

/** Frames that are looked at together; the median counts, so that a single long one does not. */
const frames = 24
/** The first ones load and compile. */
const warmUp = 12
/** 55 frames a second. */
const frameMaxMs = 1000 / 55
/** Less than this is nothing. */
const lifeMin = 0.2
/** A step that brings less than this brings nothing. */
const gainMin = 0.92
/** Frames until the second try. */
const pause = 240
const triesMax = 2

/** Watches frames and says when the life of the sea has to change. */
export class Pace {
  private times: number[] = []
  private skip = warmUp
  private before: { life: number; median: number } | null = null
  private tries = 0
  /** 0..1. */
  private life = 1
  private readonly maxMs: number

  /** `aimMs` is the time of a frame that is aimed at, when it is not the usual one. */
  constructor(aimMs = 0) {
    this.maxMs = Math.max(frameMaxMs, aimMs * 1.1)
  }

  /** One frame took `ms`; how much may live from now on, 0..1, or null when it stays. */
  frame(ms: number): number | null {
    if (this.tries >= triesMax) return null
    if (this.skip > 0) {
      this.skip -= 1
      return null
    }
    this.times.push(ms)
    if (this.times.length < frames) return null
    const median = this.times.sort((left, right) => left - right)[frames / 2] ?? 0
    this.times = []
    return this.judge(median)
  }

  private judge(median: number): number | null {
    if (this.before !== null && median > this.before.median * gainMin) {
      const { life } = this.before
      this.before = null
      this.tries += 1
      return this.change(life, pause)
    }
    // Short frames at rest may be long ones in a dive: it goes on looking.
    if (median <= this.maxMs || this.life === 0) {
      this.before = null
      return null
    }
    this.before = { life: this.life, median }
    return this.change(this.life / 2 < lifeMin ? 0 : this.life / 2)
  }

  private change(life: number, skip = warmUp): number {
    this.life = life
    this.skip = skip
    return life
  }
}
