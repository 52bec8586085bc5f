// Answers of a small house for tests and pictures: one record of data by path after /staff/v1/. What the books say is
// of one fixed moment (`nowMs`); what waits at the desks is of today, because it has clocks that run out.
import type { Me } from '../api/session.ts'
import { accountsWorld } from './world/accounts.ts'
import { bookmarksWorld } from './world/bookmarks.ts'
import { booksWorld } from './world/books.ts'
import { casesWorld } from './world/cases.ts'
import { configWorld } from './world/config.ts'
import { evidenceWorld } from './world/evidence.ts'
import { hourMs, today } from './world/moment.ts'
import { operationsWorld } from './world/operations.ts'
import { peopleWorld } from './world/people.ts'
import { periodsWorld } from './world/periods.ts'
import { playersWorld } from './world/players.ts'
import { privacyWorld } from './world/privacy.ts'
import { proposalsWorld } from './world/proposals.ts'
import { reconciliationWorld } from './world/reconciliation.ts'
import { undoWorld } from './world/undo.ts'
import { unitSamplesWorld } from './world/unitSamples.ts'
import { withdrawalsWorld } from './world/withdrawals.ts'

export { at, head, mara, nowMs } from './world/log.ts'
export { player } from './world/moment.ts'

const answers: Readonly<Record<string, unknown>> = {
  ...bookmarksWorld,
  ...booksWorld,
  ...playersWorld,
  ...privacyWorld,
  ...evidenceWorld,
  ...accountsWorld,
  ...proposalsWorld,
  ...unitSamplesWorld,
  ...withdrawalsWorld,
  ...peopleWorld,
  ...casesWorld,
  ...configWorld,
  ...operationsWorld,
  ...periodsWorld,
  ...reconciliationWorld,
  ...undoWorld,
}

/** Somebody who may do everything that is answered here. */
export const me: Me = {
  name: 'bo',
  roles: ['finance', 'finance_lead', 'risk', 'security', 'auditor'],
  can: ['session.me', ...Object.keys(answers).map((path) => path.replace('/', '.'))],
  expires_ms: today + 8 * hourMs,
  development: true,
}

/** Answers by path. */
export const world: Readonly<Record<string, unknown>> = {
  ...answers,
  'session/me': { keys: [], signs: false, ...me },
  'session/close': { done: true },
}
