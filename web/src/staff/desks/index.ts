// The desks: screens where staff decide something.
import type { Screen } from '../app/screens.ts'
import { d } from './texts.ts'

export const desks: readonly Screen[] = [
  {
    path: '/desks/alerts',
    group: 'desks',
    title: d.alerts.title,
    needs: 'alerts.list',
    load: () => import('./alerts.tsx'),
  },
  {
    path: '/desks/withdrawals',
    group: 'desks',
    title: d.withdrawals.title,
    needs: 'withdrawals.list',
    load: () => import('./withdrawals.tsx'),
  },
  {
    path: '/desks/kyc',
    group: 'desks',
    title: d.kyc.title,
    needs: 'kyc.list',
    load: () => import('./kyc.tsx'),
  },
  {
    path: '/desks/topups',
    group: 'desks',
    title: d.topups.title,
    needs: 'topups.unmatched',
    load: () => import('./topups.tsx'),
  },
  {
    path: '/desks/proposals',
    group: 'desks',
    title: d.proposals.title,
    needs: 'proposals.list',
    load: () => import('./proposals.tsx'),
  },
  {
    path: '/desks/adjustments',
    group: 'desks',
    title: d.adjustments.title,
    needs: 'adjustments.propose',
    load: () => import('./adjustments.tsx'),
  },
  {
    path: '/desks/freezes',
    group: 'desks',
    title: d.freezes.title,
    needs: 'freezes.list',
    load: () => import('./freezes.tsx'),
  },
  {
    path: '/desks/play',
    group: 'desks',
    title: d.play.title,
    needs: 'play.list',
    load: () => import('./play.tsx'),
  },
  {
    path: '/desks/packets',
    group: 'desks',
    title: d.packets.title,
    needs: 'packets.list',
    load: () => import('./packets.tsx'),
  },
  {
    path: '/desks/config',
    group: 'desks',
    title: d.config.title,
    needs: 'config.list',
    load: () => import('./config.tsx'),
  },
  {
    path: '/desks/days',
    group: 'desks',
    title: d.days.title,
    needs: 'days.list',
    load: () => import('./days.tsx'),
  },
  {
    path: '/desks/views',
    group: 'desks',
    title: d.views.title,
    needs: 'views.list',
    load: () => import('./views.tsx'),
  },
  {
    path: '/desks/accounts',
    group: 'desks',
    title: d.accounts.title,
    needs: 'staff.list',
    load: () => import('./accounts.tsx'),
  },
]
