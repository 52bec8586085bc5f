/**
 * Navigation by the part of the address behind "#". A navigation is prepared first (texts, the screen's code) and
 * stands only then in the address and on the screen; a newer one overtakes it. The library's own router for data
 * does the same and loaders, actions and streams besides, of which nothing is used here.
 */
import type { Location, Navigator, To } from 'react-router'

/** `reason` of a screen that could not be prepared; null when it stands. */
export type Shown = { readonly location: Location; readonly fault: unknown }
/** Makes an address ready: gives where it leads in the end. */
export type Prepare = (path: string) => Promise<string>
type Options = { readonly replace?: boolean; readonly state?: unknown }
type Entry = { readonly usr?: unknown; readonly key?: string; readonly idx?: number | null }

/** The one router of the page. */
export class HashRouter {
  shown: Shown | null = null
  readonly state: { navigation: { state: 'idle' | 'loading' } } = { navigation: { state: 'idle' } }
  /** What the library's links and hooks navigate with. */
  readonly navigator: Navigator = {
    createHref: (to) => `#${typeof to === 'string' ? to : pathOf(to)}`,
    push: (to, state: unknown) => void this.navigate(pathOf(to), { state }),
    replace: (to, state: unknown) => void this.navigate(pathOf(to), { state, replace: true }),
    go: (steps) => void this.navigate(steps),
  }
  private readonly prepare: Prepare
  private readonly parentOf: (pathname: string) => string | null
  private readonly listeners = new Set<() => void>()
  private turn = 0

  /** `parentOf` names the screen above one, null where there is none. */
  constructor(prepare: Prepare, parentOf: (pathname: string) => string | null = () => null) {
    this.prepare = prepare
    this.parentOf = parentOf
    addEventListener('popstate', () => void this.go(here(), { replace: true, step: true }))
    void this.go(here(), { replace: true, step: true })
  }

  /** To a path, or so many entries through the history. */
  navigate = async (to: string | number, options: Options = {}): Promise<void> => {
    if (typeof to === 'number') history.go(to)
    else await this.go(to, options)
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** `step`: the history is there already, by the browser's own ways. */
  private async go(path: string, { replace = false, step = false, state }: Options & { step?: boolean }) {
    const turn = (this.turn += 1)
    this.become('loading')
    let [end, fault]: [string, unknown] = [path, null]
    try {
      end = await this.prepare(path)
    } catch (reason) {
      fault = reason
    }
    if (turn !== this.turn) return
    const known = step ? (history.state as Entry | null) : null
    const idx = (history.state as Entry | null)?.idx ?? 0
    const next = known ?? { usr: state, key: newKey(), idx: idx + (replace ? 0 : 1) }
    if (this.shown === null && known === null) this.lieBelow(end)
    if (!replace) history.pushState(next, '', `#${end}`)
    else if (known === null || end !== path) history.replaceState(next, '', `#${end}`)
    this.shown = { location: locationOf(end, next), fault }
    this.become('idle')
  }

  /** Under a screen that was opened by its address goes the one above it, so that no Back leads out of the app. */
  private lieBelow(path: string): void {
    const parent = this.parentOf(new URL(path, location.origin).pathname)
    if (parent === null) return
    history.replaceState({ key: newKey(), idx: 0 }, '', `#${parent}`)
    history.pushState(null, '', `#${path}`)
  }

  private become(state: 'idle' | 'loading'): void {
    this.state.navigation = { state }
    for (const listener of this.listeners) listener()
  }
}

/** The path in the address. */
function here(): string {
  const path = location.hash.slice(1)
  return path.startsWith('/') ? path : `/${path}`
}

function locationOf(path: string, { usr, key }: Entry): Location {
  const { pathname, search, hash } = new URL(path, location.origin)
  return { pathname, search, hash, state: usr ?? null, key: key ?? 'default' }
}

const pathOf = (to: To) =>
  typeof to === 'string' ? to : `${to.pathname ?? '/'}${to.search ?? ''}${to.hash ?? ''}`

const newKey = () => Math.random().toString(36).slice(2, 10)
