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
  { path: 'home/exchange', lazy: page(() => import('../pages/home/exchange.tsx')) },
  { path: 'home/receive', lazy: page(() => import('../pages/home/receive.tsx')) },
  { path: 'home/signin', lazy: page(() => import('../pages/home/signin.tsx')) },
  { path: 'invite', loader: () => redirect('/invite/index') },
  { path: 'invite/index', lazy: page(() => import('../pages/invite/index.tsx')) },
  { path: 'invite/rank', lazy: page(() => import('../pages/invite/rank.tsx')) },
  { path: 'withdraw', loader: () => redirect('/withdraw/index') },
  { path: 'withdraw/index', lazy: page(() => import('../pages/withdraw/index.tsx')) },
  { path: 'withdraw/do/:key', lazy: page(() => import('../pages/withdraw/do.tsx')) },
  { path: 'withdraw/detail/:key', lazy: page(() => import('../pages/withdraw/detail.tsx')) },
  { path: 'withdraw/rank', lazy: page(() => import('../pages/withdraw/rank.tsx')) },
  { path: 'kyc', lazy: page(() => import('../pages/kyc.tsx')) },
  { path: 'red/:code', lazy: page(() => import('../pages/red.tsx')) },
  { path: 'pay', loader: () => redirect('/pay/vip') },
  { path: 'pay/vip', lazy: page(() => import('../pages/pay/vip.tsx')) },
  { path: 'pay/shop', lazy: page(() => import('../pages/pay/shop.tsx')) },
  { path: 'pay/coupon', lazy: page(() => import('../pages/pay/coupon.tsx')) },
  { path: 'pay/record', lazy: page(() => import('../pages/pay/record.tsx')) },
  { path: 'info', lazy: page(() => import('../pages/info.tsx')) },
  { path: 'profile', lazy: page(() => import('../pages/profile.tsx')) },
  { path: 'wallet', loader: () => redirect('/wallet/history') },
  { path: 'wallet/history', lazy: page(() => import('../pages/wallet/history.tsx')) },
  // The parts side by side, for whoever builds them; not in production.
  ...(__DEV_MESSENGER__ ? [{ path: 'gallery', lazy: page(() => import('../pages/gallery.tsx')) }] : []),
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
  // No sheet is open before the first screen stands: the first screen need not wait for this.
  void import('./sheetBack.ts').then(({ closeSheetsOnBack }) => closeSheetsOnBack(router))
  router.subscribe((state) => {
    if (state.navigation.state === 'idle') topBar.finish()
  })
  return router
}
