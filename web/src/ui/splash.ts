/**
 * The page's splash (`plugins/splash.ts`) in the game: it lies in the sea's place until the canvas has drawn, so that
 * the picture never changes its look. Without a canvas it stays the picture. Another screen has no use for it.
 */

/** How long the canvas takes to cover it, as in `Screen.module.css`. */
const coverMs = 400

const splash = () => document.getElementById('splash')

/** Whether the page still shows it. */
export function splashStands(): boolean {
  return splash() !== null
}

/** Moves it into the sea, behind the canvas to come. */
export function adoptSplash(sea: HTMLElement): void {
  const picture = splash()
  if (picture === null || picture.parentElement === sea) return
  picture.classList.add('in')
  sea.prepend(picture)
}

/** The canvas is there: nothing is left of it once it is covered. */
export function coverSplash(): void {
  const picture = splash()
  if (picture !== null) setTimeout(() => picture.remove(), coverMs)
}

/** The first screen is not the game. */
export function dropSplash(): void {
  splash()?.remove()
}
