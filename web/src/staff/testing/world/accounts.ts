// What the accounts of staff are answered.
import type { StaffAccount, StaffInvited } from '../../api/endpoints.gen.ts'
import { hourMs, today, player } from './moment.ts'

const accounts: StaffAccount[] = [
  {
    name: 'ada',
    roles: ['finance_lead', 'finance'],
    own: null,
    keys: [],
    disabled: false,
    sessions: 1,
    failures: 0,
    locked_until_ms: null,
    activate_until_ms: null,
  },
  {
    name: 'bo',
    roles: ['risk'],
    own: player,
    keys: [],
    disabled: false,
    sessions: 0,
    failures: 5,
    locked_until_ms: today + hourMs,
    activate_until_ms: null,
  },
  {
    name: 'cleo',
    roles: ['auditor'],
    own: null,
    keys: [],
    disabled: false,
    sessions: 2,
    failures: 0,
    locked_until_ms: null,
    activate_until_ms: null,
  },
  {
    name: 'dmitri',
    roles: ['support', 'content'],
    own: null,
    keys: [],
    disabled: true,
    sessions: 0,
    failures: 1,
    locked_until_ms: null,
    activate_until_ms: null,
  },
]

const proposed = { proposal: '0193f0c2-7a11-7bbb-8ccc-000000000001', digest: '5e'.repeat(32) }
const invited: StaffInvited = {
  name: 'eve',
  code: 'MFRG-GZDF-MZTW-Q2LK-NNWG-23TP-OBYX-E43U',
  code_valid_ms: 72 * hourMs,
  ...proposed,
}

/** Answers by path after /staff/v1/. */
export const accountsWorld: Readonly<Record<string, unknown>> = {
  'keys/propose': { key: '7c'.repeat(32) },
  'keys/approve': { done: true },
  'keys/revoke': { done: true },
  'staff/list': { list: accounts },
  'session/activate': { done: true },
  'session/password': { done: true },
  'staff/add': invited,
  'staff/reset': invited,
  'staff/roles': proposed,
  'staff/disable': { done: true },
  'staff/enable': proposed,
}
