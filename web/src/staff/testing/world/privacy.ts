// What erasures and their certificates are answered.
import type { AccessFileData, StaffErasure } from '../../api/endpoints.gen.ts'
import { hourMs, player, today } from './moment.ts'

const dayMs = 24 * hourMs

const erasures: StaffErasure[] = [
  {
    player,
    asked_ms: today - 29 * dayMs,
    by: null,
    reason: '',
    erase_ms: today + dayMs,
    hindered_by: 'withdrawal',
  },
  {
    player: '0193f0c2-7a11-7bbb-8ccc-0123456789ac',
    asked_ms: today - 3 * dayMs,
    by: 'sue',
    approver: 'rob',
    reason: 'letter 12',
    erase_ms: today + 27 * dayMs,
    hindered_by: null,
  },
]

/** As the server makes it: fields by name, one text each. */
export const held: AccessFileData = {
  player,
  made_ms: today,
  parts: [
    {
      name: 'account',
      records: [{ player, messenger_id: '1001', language: 'en', registered_ms: String(today - 60 * dayMs) }],
    },
    { name: 'profile', records: [{ record: 'profile', nickname: 'Ann <b>Angler</b>', avatar: '' }] },
    {
      name: 'images',
      records: [
        { record: 'upload:front', media_type: 'image/jpeg', bytes: '/9j/4AAQSkZJRgABAQEAYABgAAD/2Q==' },
      ],
    },
    {
      name: 'case_files',
      records: [{ record: 'case_file:1', media_type: 'application/pdf', bytes: 'JVBERi0=' }],
    },
  ],
  withheld: [
    { what: 'device_traces', count: 1, why: 'keyed hashes' },
    { what: 'fingerprints', count: null, why: 'keyed hashes' },
  ],
}

const proposed = { proposal: '0193f0c2-7a11-7bbb-8ccc-000000000001', digest: '5e'.repeat(32) }

/** Answers by path after /staff/v1/. */
export const privacyWorld: Readonly<Record<string, unknown>> = {
  'erasure/list': { list: erasures, next: null },
  'erasure/certificate': { note: '{"subject":"…"}\n\n— ledger/erasures AbCd\n', missing: null },
  'erasure/request': proposed,
  'erasure/cancel': { done: true },
  'kyc/reset': proposed,
  'access/propose': proposed,
  'access/file': held,
}
