// What the accounts of staff are answered.
import type { StaffAccount, StaffIssued } from '../../api/endpoints.gen.ts'
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
  },
]

const issued: StaffIssued = {
  name: 'eve',
  password: 'rope-lantern-4471-harbour',
  totp_secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  otpauth_url: 'otpauth://totp/ledger:eve?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=ledger',
}

/** Answers by path after /staff/v1/. */
export const accountsWorld: Readonly<Record<string, unknown>> = {
  'keys/propose': { key: '7c'.repeat(32) },
  'keys/approve': { done: true },
  'keys/revoke': { done: true },
  'staff/list': { list: accounts },
  'staff/add': issued,
  'staff/reset': issued,
  'staff/roles': { done: true },
  'staff/disable': { done: true },
  'staff/enable': { done: true },
}
