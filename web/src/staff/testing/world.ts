// Answers of a small house for tests and pictures: one record of data by path after /staff/v1/. What the books say is
// of one fixed moment (`nowMs`); what waits at the desks is of today, because it has clocks that run out.
import type { Me } from '../api/session.ts'
import { booksWorld } from './world/books.ts'
import { desksWorld, hourMs, today } from './world/desks.ts'

export { at, head, mara, nowMs } from './world/books.ts'
export { player } from './world/desks.ts'

const answers: Readonly<Record<string, unknown>> = { ...booksWorld, ...desksWorld }

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
  'session/me': me,
  'session/close': { done: true },
}
