// Routes as a plain list; hash paths mirror the folders of pages/. Made only after the launch data
// was taken out of the address.
import type { ComponentType } from 'react'
import { createHashRouter, redirect, type RouteObject } from 'react-router'
import type { Store } from '../state/store.ts'
import { beforeNavigation } from './beforeNavigation.ts'
import { RouteCrash } from './Crash.tsx'
import { Shell } from './Shell.tsx'
import { topBar } from './topBar.ts'

type PageModule = { default: ComponentType }

const page = (load: () => Promise<PageModule>) => async () => ({ Component: (await load()).default })

/** Every screen but the kept ones, which the shell holds by itself. */
const screens: RouteObject[] = [
  { index: true, element: null },
  { path: 'home', loader: () => redirect('/home/index') },
  { path: 'home/index', lazy: page(() => import('../pages/home/index.tsx')) },
  { path: 'home/receive', lazy: page(() => import('../pages/home/receive.tsx')) },
  { path: 'home/signin', lazy: page(() => import('../pages/home/signin.tsx')) },
  { path: 'info', lazy: page(() => import('../pages/info.tsx')) },
  { path: 'wallet', loader: () => redirect('/wallet/history') },
  { path: 'wallet/history', lazy: page(() => import('../pages/wallet/history.tsx')) },
  { path: '*', loader: () => redirect('/') },
]

/** The hash router with the one middleware that runs before every navigation. */
export function makeRouter(store: Store) {
  const router = createHashRouter([
    {
      id: 'root',
      Component: Shell,
      ErrorBoundary: RouteCrash,
      HydrateFallback: () => null,
      middleware: [
        async ({ request }, next) => {
          topBar.start()
          await beforeNavigation(store, new URL(request.url))
          return next()
        },
      ],
      children: [{ ErrorBoundary: RouteCrash, children: screens }],
    },
  ])
  router.subscribe((state) => {
    if (state.navigation.state === 'idle') topBar.finish()
  })
  return router
}
