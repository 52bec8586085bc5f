/**
 * The one scene of the page, made at the first call and kept for good.
 *
 * The scene is a chunk of its own; nothing of it is fetched before the screen asks. A failure is remembered, so that
 * the screen does not try again on every visit, and the game goes on without a picture.
 */
import type { Scene, SceneOptions } from './contract.ts'

let opening: Promise<Scene> | null = null

/** The scene; the same promise for every caller. */
export function loadScene(options: SceneOptions): Promise<Scene> {
  opening ??= import('./sea/scene.ts').then((made) => made.openSea(options))
  return opening
}

/** What the device asks for. `?gfx=canvas` before or behind the hash skips WebGL. */
export function optionsOf(
  theme: SceneOptions['theme'],
  where: Location = window.location,
  agent: string = navigator.userAgent,
): SceneOptions {
  return {
    theme,
    // Telegram for Android writes its performance class into the user agent.
    low: /Telegram-Android\/[^)]*;\s*LOW\)/.test(agent),
    calm: window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false,
    canvasOnly: `${where.search}${where.hash}`.includes('gfx=canvas'),
  }
}
