// From an address to its screen. Made only after the launch data was taken out of the address.
import { startTransition, useEffect, useState, type ComponentType } from 'react'
import { matchPath, Router, useRoutes } from 'react-router'
import type { Store } from '../state/store.ts'
import { beforeNavigation } from './beforeNavigation.ts'
import { CrashBoundary, RouteCrash } from './Crash.tsx'
import { HashRouter } from './hashRouter.ts'
import { parentOf } from './parents.ts'
import { folders, screens } from './screens.ts'
import { Shell } from './Shell.tsx'
import { topBar } from './topBar.ts'

/** Screens whose code is there. */
const loaded = new Map<string, ComponentType>()

/** Where an address leads, once the screen's code is there; unknown ones lead to the game. */
async function open(path: string): Promise<string> {
  const { pathname, search } = new URL(path, location.origin)
  const folder = folders[pathname]
  if (folder !== undefined) return open(`${folder}${search}`)
  if (pathname === '/') return path
  const route = Object.keys(screens).find((pattern) => matchPath(pattern, pathname) !== null)
  const load = route === undefined ? undefined : screens[route]
  if (route === undefined || load === undefined) return '/'
  if (!loaded.has(route)) loaded.set(route, (await load()).default)
  return path
}

/** The router with what happens before every navigation. */
export function makeRouter(store: Store): HashRouter {
  const router = new HashRouter(async (path) => {
    topBar.start()
    await beforeNavigation(store, new URL(path, location.origin))
    return open(path)
  }, parentOf)
  // No sheet is open before the first screen stands: the first screen need not wait for this.
  void import('./sheetBack.ts').then(({ closeSheetsOnBack }) => closeSheetsOnBack(router))
  router.subscribe(() => {
    if (router.state.navigation.state === 'idle') topBar.finish()
  })
  return router
}

/** The screen of the address, in the shell; nothing before the first one is prepared. */
export function Routed({ router }: { router: HashRouter }) {
  const [shown, setShown] = useState(router.shown)
  // As a transition: the screen before stays until the next one has its texts.
  useEffect(() => {
    const follow = () => startTransition(() => setShown(router.shown))
    follow()
    return router.subscribe(follow)
  }, [router])
  if (shown === null) return null
  return (
    <Router location={shown.location} navigator={router.navigator}>
      <CrashBoundary>
        <Screens fault={shown.fault} at={shown.location.pathname} />
      </CrashBoundary>
    </Router>
  )
}

function Screens({ fault, at }: { fault: unknown; at: string }) {
  const children = [...loaded].map(([path, Screen]) => ({
    path,
    element: (
      <CrashBoundary key={at}>
        <Screen />
      </CrashBoundary>
    ),
  }))
  const other = { path: '*', element: fault === null ? null : <RouteCrash fault={fault} /> }
  return useRoutes([{ element: <Shell />, children: [...children, other] }])
}
