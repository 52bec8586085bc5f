/**
 * How sharp the picture may be on this device: as sharp as it can be drawn in time. Pure numbers, no drawing.
 *
 *   too slow        less sharp: time goes with the pixels, which go with the square of the sharpness
 *   no better then  it was not the pixels (a screen of 30 Hz, a saving mode, other work): back,
 *                   one more try later, then left alone
 */

/** Frames that are looked at together; the median counts, so that a single long one does not. */
const frames = 24
/** The first ones load and compile. */
const warmUp = 12
/** 55 frames a second. */
const frameMaxMs = 1000 / 55
/** A change of less would not be worth its jolt. */
const stepMax = 0.8
/** Below this the sea looks like mosaic. */
const sharpnessMin = 0.5
/** A step that brings less than this brings nothing. */
const gainMin = 0.92
/** Frames until the second try. */
const pause = 240
const triesMax = 2

/** Watches frames and says when the sharpness has to change. */
export class Pace {
  private times: number[] = []
  private skip = warmUp
  private before: { sharpness: number; median: number } | null = null
  private tries = 0
  private sharpness: number
  private readonly maxMs: number

  /** `aimMs` is the time of a frame that is aimed at, when it is not the usual one. */
  constructor(sharpness: number, aimMs = 0) {
    this.sharpness = sharpness
    this.maxMs = Math.max(frameMaxMs, aimMs * 1.1)
  }

  /** One frame took `ms`; the new sharpness, or null when it stays. */
  frame(ms: number): number | null {
    if (this.tries >= triesMax) return null
    if (this.skip > 0) {
      this.skip -= 1
      return null
    }
    this.times.push(ms)
    if (this.times.length < frames) return null
    const median = this.times.toSorted((left, right) => left - right)[frames / 2] ?? 0
    this.times = []
    return this.judge(median)
  }

  private judge(median: number): number | null {
    if (this.before !== null && median > this.before.median * gainMin) {
      const { sharpness } = this.before
      this.before = null
      this.tries += 1
      return this.change(sharpness, pause)
    }
    // Short frames at rest may be long ones in a dive: it goes on looking.
    if (median <= this.maxMs) {
      this.before = null
      return null
    }
    if (this.sharpness <= sharpnessMin) return null
    this.before = { sharpness: this.sharpness, median }
    return this.change(
      Math.max(sharpnessMin, this.sharpness * Math.min(stepMax, Math.sqrt(this.maxMs / median))),
    )
  }

  private change(sharpness: number, skip = warmUp): number {
    this.sharpness = sharpness
    this.skip = skip
    return sharpness
  }
}
