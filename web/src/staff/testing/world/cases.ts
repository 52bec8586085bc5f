// What the desk of cases is answered.
import type { CasesFileData, CasesInfoData, StaffCase } from '../../api/endpoints.gen.ts'
import { hourMs, player, today } from './moment.ts'

export const caseNumber = 'C-7K2M9QXA'

const list: StaffCase[] = [
  {
    case: caseNumber,
    title: 'Paid twice on one evening',
    state: 'open',
    player,
    assignee: 'bo',
    opened_ms: today - 26 * hourMs,
    changed_ms: today - hourMs,
  },
  {
    case: 'C-0Z4T8WRN',
    title: 'Statement of the custodian for October',
    state: 'open',
    player: null,
    assignee: null,
    opened_ms: today - 50 * hourMs,
    changed_ms: today - 50 * hourMs,
  },
]

const at = (hours: number) => today - hours * hourMs

const info: CasesInfoData = {
  case: list[0] as StaffCase,
  kind: 'player',
  about: player,
  lines: [
    { what: 'opened', by: 'ann', at_ms: at(26), text: 'Paid twice on one evening', to: null, file: null },
    { what: 'assigned', by: 'ann', at_ms: at(25), text: null, to: 'bo', file: null },
    {
      what: 'commented',
      by: 'bo',
      at_ms: at(20),
      text: 'The bank shows two transfers.\nSame as in C-0Z4T8WRN.',
      to: null,
      file: null,
    },
    {
      what: 'attached',
      by: 'bo',
      at_ms: at(19),
      text: null,
      to: null,
      file: { file: '0193f0c2-7a11-7bbb-8ccc-700000000001', media_type: 'text/plain', bytes: 18_400 },
    },
    { what: 'commented', by: 'ann', at_ms: at(1), text: null, to: null, file: null },
  ],
  acts: [
    {
      by: 'ann',
      at_ms: at(3),
      call: null,
      subject: '0193f0c2-7a11-7bbb-8ccc-000000000001',
      kind: 'adjustment',
      reason: 'Paid twice, C-7K2M9QXA',
    },
    {
      by: 'bo',
      at_ms: at(22),
      call: 'freezes/set',
      subject: player,
      kind: null,
      reason: 'C-7K2M9QXA: until the bank answers',
    },
  ],
}

const file: CasesFileData = { media_type: 'text/plain', bytes: btoa('two transfers') }

/** Answers by path after /staff/v1/. */
export const casesWorld: Readonly<Record<string, unknown>> = {
  'cases/list': { list, next: null },
  'cases/info': info,
  'cases/file': file,
  'cases/open': { case: caseNumber, state: 'open' },
  'cases/comment': { case: caseNumber, state: 'open' },
  'cases/attach': { case: caseNumber, state: 'open' },
  'cases/assign': { case: caseNumber, state: 'open' },
  'cases/close': { case: caseNumber, state: 'closed' },
  'cases/reopen': { case: caseNumber, state: 'open' },
}
