/**
 * What the screen may ask of the picture of the sea.
 *
 * The scene lives outside React: a hidden kept screen destroys its effects, and a canvas made in one would be thrown
 * away on every leave. The screen only attaches and detaches the one canvas. The scene knows no money, no text, no
 * server.
 */

/** A fish on the line. `level` is where it was caught: one cast a level, so it names the fish for the whole dive. */
export interface Hanging {
  readonly level: number
  /** Id of the paytable. */
  readonly id: string
}

/** A state of rest: everything needed to draw the sea from nothing, for instance after a reload. */
export interface SeaModel {
  /** False: the hook is in the boat and the camera rests at `level`, which the player is only looking at. */
  readonly diving: boolean
  /** 1..37. The level that the next cast plays. */
  readonly level: number
  /** Catch, oldest first. */
  readonly line: readonly Hanging[]
  /** The next cast is shielded: the bubble is drawn. */
  readonly shield: boolean
  /** An answer is outstanding: the hook waits under water. */
  readonly waiting: boolean
}

/** What a cast or a command looks like. The hook goes on to its next level with the `show` that follows. */
export type Moment =
  | { readonly kind: 'drop'; readonly level: number }
  | { readonly kind: 'empty' }
  | { readonly kind: 'fish'; readonly fish: Hanging }
  | { readonly kind: 'chest' }
  | {
      readonly kind: 'mine'
      /** Levels of the fish that are lost. */ readonly destroyed: readonly number[]
      readonly shield: boolean
    }
  | { readonly kind: 'surface'; readonly celebrate: boolean }

/** Daylight or night sky above the water. */
export type SceneTheme = 'light' | 'dark'

/** The picture. Every promise of `play` settles: hiding or leaving the scene jumps to the end of the moment. */
export interface Scene {
  /** Puts the canvas into the element, follows its size and starts the frame loop. */
  attach(host: HTMLElement): void
  /** Takes the canvas out and stops the loop; the picture stays as it is for the next `attach`. */
  detach(): void
  /** Rests at a state. Small differences glide, a different dive is drawn at once. */
  show(model: SeaModel): void
  /** Plays a moment from the present state and resolves when it is over. Moments queue up. */
  play(moment: Moment): Promise<void>
  setTheme(theme: SceneTheme): void
  /** Which renderer draws, for the tests. */
  readonly renderer: 'webgl' | 'canvas'
  destroy(): void
}

/** How the scene is made; read once from the device. */
export interface SceneOptions {
  readonly theme: SceneTheme
  /** Weak device: half the pixels, half the frames, fewer creatures. */
  readonly low: boolean
  /** The player asked the system for less motion: moments become short fades. */
  readonly calm: boolean
  /** `fastest`: WebGL where a GPU draws it, else a 2D canvas. */
  readonly renderer: 'fastest' | 'webgl' | 'canvas'
}
