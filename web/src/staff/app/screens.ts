// Every screen of the console, once: where it is, what it is called, who may see it. Navigation, palette and router
// read this list.
import type { ComponentType } from 'react'
import { t } from '../texts/index.ts'
import type { IconName } from '../ui/Icon.tsx'

export type Group = 'overview' | 'players' | 'books' | 'log' | 'evidence' | 'desks'

/** A screen. Without `title` it is reached from another one and stands in no list. */
export type Screen = {
  /** The hash path, with parameters as in the router. */
  path: string
  group: Group
  title?: () => string
  /** The call that the screen cannot do without, for example `entries.list`. */
  needs: string
  /** Whether its numbers can be shown as of a moment. */
  past?: boolean
  load: () => Promise<{ default: ComponentType }>
}

/** What the shell has to know of the screen inside it. */
export type Handle = { past: boolean }

/** Groups in the order of the navigation. */
export const groups: readonly { key: Group; icon: IconName }[] = [
  { key: 'overview', icon: 'chart' },
  { key: 'players', icon: 'people' },
  { key: 'books', icon: 'book' },
  { key: 'log', icon: 'stream' },
  { key: 'evidence', icon: 'shield' },
  { key: 'desks', icon: 'desk' },
]

const finance: readonly Screen[] = [
  {
    path: '/overview',
    group: 'overview',
    title: () => t.overview.title,
    needs: 'overview.info',
    past: true,
    load: () => import('../features/overview/overview.tsx'),
  },
  {
    path: '/players',
    group: 'players',
    title: () => t.players.title,
    needs: 'players.search',
    past: true,
    load: () => import('../features/players/players.tsx'),
  },
  {
    path: '/player-list',
    group: 'players',
    title: () => t.playerList.title,
    needs: 'players.list',
    load: () => import('../features/players/list.tsx'),
  },
  {
    path: '/players/:id',
    group: 'players',
    needs: 'players.info',
    past: true,
    load: () => import('../features/players/player.tsx'),
  },
  {
    path: '/entries',
    group: 'books',
    title: () => t.entries.title,
    needs: 'entries.list',
    past: true,
    load: () => import('../features/entries/entries.tsx'),
  },
  {
    path: '/trial',
    group: 'books',
    title: () => t.trial.title,
    needs: 'books.trial',
    past: true,
    load: () => import('../features/books/trial.tsx'),
  },
  {
    path: '/financials',
    group: 'books',
    title: () => t.financials.title,
    needs: 'books.financials',
    past: true,
    load: () => import('../features/books/financials.tsx'),
  },
  {
    path: '/statement',
    group: 'books',
    title: () => t.statement.title,
    needs: 'books.statement',
    past: true,
    load: () => import('../features/books/statement.tsx'),
  },
  {
    path: '/restatement',
    group: 'books',
    title: () => t.restatement.title,
    needs: 'periods.restate',
    load: () => import('../features/periods/restatement.tsx'),
  },
  {
    path: '/events',
    group: 'log',
    title: () => t.events.title,
    needs: 'events.list',
    past: true,
    load: () => import('../features/events/events.tsx'),
  },
  {
    path: '/events/:partition/:position',
    group: 'log',
    needs: 'events.info',
    past: true,
    load: () => import('../features/events/event.tsx'),
  },
  {
    path: '/registers',
    group: 'log',
    title: () => t.registers.title,
    needs: 'registers.list',
    past: true,
    load: () => import('../features/registers/registers.tsx'),
  },
  {
    path: '/proofs',
    group: 'evidence',
    title: () => t.proofs.title,
    needs: 'proofs.checkpoints',
    past: true,
    load: () => import('../features/proofs/proofs.tsx'),
  },
  {
    path: '/samples',
    group: 'evidence',
    title: () => t.samples.title,
    needs: 'samples.draw',
    past: true,
    load: () => import('../features/samples/samples.tsx'),
  },
  {
    path: '/unit-samples',
    group: 'evidence',
    title: () => t.unitSamples.title,
    needs: 'samples.list',
    load: () => import('../features/samples/unitSamples.tsx'),
  },
  {
    path: '/replay',
    group: 'evidence',
    title: () => t.replay.title,
    needs: 'replays.run',
    past: true,
    load: () => import('../features/replays/replay.tsx'),
  },
  {
    path: '/audits',
    group: 'evidence',
    title: () => t.audits.title,
    needs: 'audits.run',
    load: () => import('../features/audits/audits.tsx'),
  },
  {
    path: '/exports',
    group: 'evidence',
    title: () => t.exports.title,
    needs: 'exports.start',
    past: true,
    load: () => import('../features/exports/exports.tsx'),
  },
  {
    path: '/bundle',
    group: 'evidence',
    title: () => t.bundle.title,
    needs: 'session.me',
    load: () => import('../features/bundle/bundle.tsx'),
  },
]

/** Where staff decide something. */
const desks: readonly Screen[] = [
  {
    path: '/desks/alerts',
    group: 'desks',
    title: () => t.alerts.title,
    needs: 'alerts.list',
    load: () => import('../features/alerts/alerts.tsx'),
  },
  {
    path: '/desks/withdrawals',
    group: 'desks',
    title: () => t.withdrawals.title,
    needs: 'withdrawals.list',
    load: () => import('../features/withdrawals/withdrawals.tsx'),
  },
  {
    path: '/desks/cases',
    group: 'desks',
    title: () => t.cases.title,
    needs: 'cases.list',
    load: () => import('../features/cases/cases.tsx'),
  },
  {
    path: '/desks/kyc',
    group: 'desks',
    title: () => t.kyc.title,
    needs: 'kyc.list',
    load: () => import('../features/kyc/kyc.tsx'),
  },
  {
    path: '/desks/erasure',
    group: 'desks',
    title: () => t.erasures.title,
    needs: 'erasure.list',
    load: () => import('../features/erasure/erasure.tsx'),
  },
  {
    path: '/desks/topups',
    group: 'desks',
    title: () => t.topups.title,
    needs: 'topups.unmatched',
    load: () => import('../features/topups/topups.tsx'),
  },
  {
    path: '/desks/proposals',
    group: 'desks',
    title: () => t.proposals.title,
    needs: 'proposals.list',
    load: () => import('../features/proposals/proposals.tsx'),
  },
  {
    path: '/desks/adjustments',
    group: 'desks',
    title: () => t.adjustments.title,
    needs: 'adjustments.propose',
    load: () => import('../features/adjustments/adjustments.tsx'),
  },
  {
    path: '/desks/treasury',
    group: 'desks',
    title: () => t.treasury.title,
    needs: 'treasury.propose',
    load: () => import('../features/treasury/treasury.tsx'),
  },
  {
    path: '/desks/freezes',
    group: 'desks',
    title: () => t.freezes.title,
    needs: 'freezes.list',
    load: () => import('../features/freezes/freezes.tsx'),
  },
  {
    path: '/desks/play',
    group: 'desks',
    title: () => t.play.title,
    needs: 'play.list',
    load: () => import('../features/play/play.tsx'),
  },
  {
    path: '/desks/ranks',
    group: 'desks',
    title: () => t.undo.ranks.title,
    needs: 'ranks.list',
    past: true,
    load: () => import('../features/ranks/ranks.tsx'),
  },
  {
    path: '/desks/packets',
    group: 'desks',
    title: () => t.packets.title,
    needs: 'packets.list',
    load: () => import('../features/packets/packets.tsx'),
  },
  {
    path: '/desks/config',
    group: 'desks',
    title: () => t.config.title,
    needs: 'config.list',
    load: () => import('../features/config/config.tsx'),
  },
  {
    path: '/desks/days',
    group: 'desks',
    title: () => t.days.title,
    needs: 'days.list',
    load: () => import('../features/days/days.tsx'),
  },
  {
    path: '/desks/reconciliation',
    group: 'desks',
    title: () => t.reconciliation.title,
    needs: 'reconciliation.run',
    load: () => import('../features/reconciliation/reconciliation.tsx'),
  },
  {
    path: '/desks/periods',
    group: 'desks',
    title: () => t.periods.title,
    needs: 'periods.list',
    load: () => import('../features/periods/periods.tsx'),
  },
  {
    path: '/desks/views',
    group: 'desks',
    title: () => t.views.title,
    needs: 'views.list',
    load: () => import('../features/views/views.tsx'),
  },
  {
    path: '/desks/keys',
    group: 'desks',
    title: () => t.ownKeys.title,
    needs: 'session.password',
    load: () => import('../features/keys/keys.tsx'),
  },
  {
    path: '/desks/accounts',
    group: 'desks',
    title: () => t.accounts.title,
    needs: 'staff.list',
    load: () => import('../features/accounts/accounts.tsx'),
  },
]

/** All screens. */
export const screens: readonly Screen[] = [...finance, ...desks]

/** The screens that this person finds in the navigation. */
export function screensFor(can: readonly string[]): Screen[] {
  return screens.filter(({ title, needs }) => title !== undefined && can.includes(needs))
}

/** Where the work of a role begins. */
const homes: readonly (readonly [string, string])[] = [
  ['finance_lead', '/overview'],
  ['finance', '/desks/withdrawals'],
  ['risk', '/desks/kyc'],
  ['auditor', '/registers'],
  ['support', '/players'],
  ['config_admin', '/desks/proposals'],
  ['content', '/desks/packets'],
  ['security', '/desks/accounts'],
]

/** The screen on which a person lands: that of the first role, or any other that may be opened. */
export function homeOf(roles: readonly string[], can: readonly string[]): string {
  const open = screensFor(can).map(({ path }) => path)
  const home = homes.find(([role, path]) => roles.includes(role) && open.includes(path))
  return home?.[1] ?? open[0] ?? '/bundle'
}
