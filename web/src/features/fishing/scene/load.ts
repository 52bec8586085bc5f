/**
 * The one scene of the page, made at the first call and kept for good.
 *
 * The scene is a chunk of its own, fetched behind the screen's own code; it starts when the screen asks. A failure is
 * remembered, so that the screen does not try again on every visit, and the game goes on without a picture.
 */
import type { Scene, SceneOptions } from './contract.ts'

let opening: Promise<Scene> | null = null
const code = () => import('./sea/scene.ts')

/** Fetches the scene's code and runs nothing of it. Whoever opens the scene sees a failure. */
export function fetchScene(): void {
  code().catch(() => undefined)
}

/** The scene; the same promise for every caller. */
export function loadScene(options: SceneOptions): Promise<Scene> {
  opening ??= code().then((made) => made.openSea(options))
  return opening
}

/** What the device asks for. `?gfx=canvas` or `?gfx=webgl` before or behind the hash asks for one renderer. */
export function optionsOf(
  theme: SceneOptions['theme'],
  where: Location = window.location,
  agent: string = navigator.userAgent,
): SceneOptions {
  const asked = `${where.search}${where.hash}`
  const wanted = (['webgl', 'canvas'] as const).find((name) => asked.includes(`gfx=${name}`))
  return {
    theme,
    // Telegram for Android writes its performance class into the user agent.
    low: /Telegram-Android\/[^)]*;\s*LOW\)/.test(agent),
    calm: window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false,
    renderer: wanted ?? 'fastest',
  }
}
