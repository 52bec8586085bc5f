// Routes as a plain list; hash paths mirror the folders of pages/. The browser tests walk the same list
// (`e2e/routes.test.mjs`).
import type { ComponentType } from 'react'

type Load = () => Promise<{ default: ComponentType }>

/** Every screen but the kept one, which the shell holds by itself. */
export const screens: Readonly<Record<string, Load>> = {
  '/collection': () => import('../pages/collection.tsx'),
  '/collection/rank': () => import('../pages/collection/rank.tsx'),
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
export const folders: Readonly<Record<string, string>> = {
  '/home': '/home/index',
  '/invite': '/invite/index',
  '/withdraw': '/withdraw/index',
  '/pay': '/pay/vip',
  '/wallet': '/wallet/history',
}
