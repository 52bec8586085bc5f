// Every screen of the console, once: where it is, what it is called, who may see it. Navigation, palette and router
// read this list; the desks bring their own part.
import type { ComponentType } from 'react'
import { desks } from '../desks/index.ts'
import { t } from '../texts/index.ts'
import type { IconName } from '../ui/Icon.tsx'

export type Group = 'overview' | 'players' | 'books' | 'log' | 'evidence' | 'desks'

/** A screen. Without `title` it is reached from another one and stands in no list. */
export type Screen = {
  /** The hash path, with parameters as in the router. */
  path: string
  group: Group
  title?: string
  /** The call that the screen cannot do without, for example `entries.list`. */
  needs: string
  /** Whether its numbers can be shown as of a moment. */
  past?: boolean
  load: () => Promise<{ default: ComponentType }>
}

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
    title: t.overview.title,
    needs: 'overview.info',
    past: true,
    load: () => import('../screens/overview.tsx'),
  },
  {
    path: '/players',
    group: 'players',
    title: t.players.title,
    needs: 'players.search',
    past: true,
    load: () => import('../screens/players.tsx'),
  },
  {
    path: '/players/:id',
    group: 'players',
    needs: 'players.info',
    past: true,
    load: () => import('../screens/player.tsx'),
  },
  {
    path: '/entries',
    group: 'books',
    title: t.entries.title,
    needs: 'entries.list',
    past: true,
    load: () => import('../screens/entries.tsx'),
  },
  {
    path: '/trial',
    group: 'books',
    title: t.trial.title,
    needs: 'books.trial',
    past: true,
    load: () => import('../screens/trial.tsx'),
  },
  {
    path: '/statement',
    group: 'books',
    title: t.statement.title,
    needs: 'books.statement',
    past: true,
    load: () => import('../screens/statement.tsx'),
  },
  {
    path: '/events',
    group: 'log',
    title: t.events.title,
    needs: 'events.list',
    past: true,
    load: () => import('../screens/events.tsx'),
  },
  {
    path: '/events/:partition/:position',
    group: 'log',
    needs: 'events.info',
    past: true,
    load: () => import('../screens/event.tsx'),
  },
  {
    path: '/registers',
    group: 'log',
    title: t.registers.title,
    needs: 'registers.list',
    past: true,
    load: () => import('../screens/registers.tsx'),
  },
  {
    path: '/proofs',
    group: 'evidence',
    title: t.proofs.title,
    needs: 'proofs.checkpoints',
    past: true,
    load: () => import('../screens/proofs.tsx'),
  },
  {
    path: '/samples',
    group: 'evidence',
    title: t.samples.title,
    needs: 'samples.draw',
    past: true,
    load: () => import('../screens/samples.tsx'),
  },
  {
    path: '/replay',
    group: 'evidence',
    title: t.replay.title,
    needs: 'replays.run',
    past: true,
    load: () => import('../screens/replay.tsx'),
  },
  {
    path: '/audits',
    group: 'evidence',
    title: t.audits.title,
    needs: 'audits.run',
    load: () => import('../screens/audits.tsx'),
  },
  {
    path: '/exports',
    group: 'evidence',
    title: t.exports.title,
    needs: 'exports.start',
    past: true,
    load: () => import('../screens/exports.tsx'),
  },
  {
    path: '/bundle',
    group: 'evidence',
    title: t.bundle.title,
    needs: 'session.me',
    load: () => import('../screens/bundle.tsx'),
  },
]

/** All screens. */
export const screens: readonly Screen[] = [...finance, ...desks]

/** The screens that this person finds in the navigation. */
export function screensFor(can: readonly string[]): Screen[] {
  return screens.filter(({ title, needs }) => title !== undefined && can.includes(needs))
}
