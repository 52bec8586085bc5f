// Routes as a plain list; hash paths mirror the folders of pages/. Made only after the launch data was taken out of the
// address.
import { startTransition, useEffect, useState, type ComponentType } from 'react'
import { matchPath, Router, useRoutes } from 'react-router'
import type { Store } from '../state/store.ts'
import { beforeNavigation } from './beforeNavigation.ts'
import { CrashBoundary, RouteCrash } from './Crash.tsx'
import { HashRouter } from './hashRouter.ts'
import { Shell } from './Shell.tsx'
import { topBar } from './topBar.ts'

type Load = () => Promise<{ default: ComponentType }>

/** Every screen but the kept one, which the shell holds by itself. */
const screens: Readonly<Record<string, Load>> = {
  '/collection': () => import('../pages/collection.tsx'),
  '/home/index': () => import('../pages/home/index.tsx'),
  '/home/exchange': () => import('../pages/home/exchange.tsx'),
  '/home/receive': () => import('../pages/home/receive.tsx'),
  '/home/signin': () => import('../pages/home/signin.tsx'),
  '/invite/index': () => import('../pages/invite/index.tsx'),
  '/invite/rank': () => import('../pages/invite/rank.tsx'),
  '/withdraw/index': () => import('../pages/withdraw/index.tsx'),
  '/withdraw/do/:key': () => import('../pages/withdraw/do.tsx'),
  '/withdraw/detail/:key': () => import('../pages/withdraw/detail.tsx'),
  '/withdraw/rank': () => import('../pages/withdraw/rank.tsx'),
  '/kyc': () => import('../pages/kyc.tsx'),
  '/red/:code': () => import('../pages/red.tsx'),
  '/pay/vip': () => import('../pages/pay/vip.tsx'),
  '/pay/shop': () => import('../pages/pay/shop.tsx'),
  '/pay/coupon': () => import('../pages/pay/coupon.tsx'),
  '/pay/record': () => import('../pages/pay/record.tsx'),
  '/info': () => import('../pages/info.tsx'),
  '/profile': () => import('../pages/profile.tsx'),
  '/wallet/history': () => import('../pages/wallet/history.tsx'),
  // The parts side by side, for whoever builds them; not in production.
  ...(__DEV_MESSENGER__ ? { '/gallery': () => import('../pages/gallery.tsx') } : {}),
}

/** Folders lead to their first screen. */
const folders: Readonly<Record<string, string>> = {
  '/home': '/home/index',
  '/invite': '/invite/index',
  '/withdraw': '/withdraw/index',
  '/pay': '/pay/vip',
  '/wallet': '/wallet/history',
}

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
  })
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
