// Whether anybody looks: the page's own visibility, and the messenger's, which may put the product aside with its
// page still "visible".
import { on } from './bridge.ts'

let aside = false
// Before everybody who asks because of it.
on('visibility_changed', ({ is_visible }) => {
  aside = is_visible === false
})

/** Whether the player can see the product now. */
export function visible(): boolean {
  return !document.hidden && !aside
}

/** Listens to each change until the returned function is called. */
export function onVisible(changed: () => void): () => void {
  const off = on('visibility_changed', () => changed())
  document.addEventListener('visibilitychange', changed)
  return () => {
    off()
    document.removeEventListener('visibilitychange', changed)
  }
}
