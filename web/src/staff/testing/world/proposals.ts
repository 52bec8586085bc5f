// What proposals are answered, and the calls that make one.
import type { ProposalsInfoData, StaffProposal, StaffProposed } from '../../api/endpoints.gen.ts'
import { at } from './log.ts'
import { hourMs, today, player } from './moment.ts'
import { sumsOf } from './sums.ts'

const proposal = (number: number, part: Partial<StaffProposal>): StaffProposal => ({
  proposal: `0193f0c2-7a11-7bbb-8ccc-00000000000${number}`,
  kind: 'adjustment',
  digest: `${number}f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08`,
  players: [player],
  maker: 'ada',
  reason: 'Paid twice by a fault of the chain watcher, case 4411',
  what: {
    kind: 'adjustment',
    player,
    purse: 'usdt',
    delta: '-12500000',
    counter: 'h:usdt_reserve',
    case_id: '4411',
  },
  at_ms: today - number * hourMs,
  expires_ms: today + 72 * hourMs,
  state: 'waiting',
  amount: '-12500000',
  asset: 'usdt',
  decided_by: null,
  decided_ms: null,
  decision: null,
  code: null,
  packet: null,
  own: false,
  can_approve: true,
  ...part,
})

const proposals: StaffProposal[] = [
  // The digest of what it says.
  proposal(1, { digest: '8241c87b7888b44327e2d7d05b086045ce6f034dfa6933b6e7efe1856dd879b6' }),
  proposal(2, { own: true, maker: 'cleo', reason: 'Goodwill for the outage of Friday', can_approve: false }),
  proposal(3, {
    kind: 'config',
    players: [],
    expires_ms: null,
    reason: 'Autumn regatta',
    what: { section: 'shop', version: 12, effective_ms: today + 5 * hourMs },
    amount: null,
    asset: null,
    maker: 'dmitri',
  }),
  proposal(5, {
    kind: 'cluster_freeze',
    players: [player, '0193f0c2-7a11-7bbb-8ccc-0123456789ac'],
    reason: 'Twelve accounts of one device, case 4409',
    amount: null,
    asset: null,
    what: { players: [player, '0193f0c2-7a11-7bbb-8ccc-0123456789ac'] },
  }),
  proposal(4, {
    kind: 'topup_assign',
    state: 'done',
    amount: '1025000000',
    decided_by: 'bo',
    decided_ms: today - 2 * hourMs,
    decision: 'Seen on the chain',
    code: 0,
    reason: 'Sent without a comment; the player showed the transaction',
  }),
]

export const notBelow = { is: 'at_least', value: '0' } as const

export const info: ProposalsInfoData = {
  proposal: proposals[0] as StaffProposal,
  facts: [
    { name: 'frozen', of: player, unit: 'yes_no', value: 'false' },
    { name: 'holds', account: 'usdt', of: player, unit: 'usdt', value: '40000000' },
    { name: 'would_hold', account: 'usdt', of: player, unit: 'usdt', value: '27500000', bound: notBelow },
    { name: 'holds', account: 'h:usdt_reserve', unit: 'usdt', value: '171900000000' },
    { name: 'would_hold', account: 'h:usdt_reserve', unit: 'usdt', value: '171912500000', bound: notBelow },
    { name: 'limit_left_today', of: 'ada', unit: 'usdt', value: '987500000' },
    { name: 'limit_left_today', of: 'bo', unit: 'usdt', value: '10000000000' },
  ],
  diff: [],
}

/** Answers by path after /staff/v1/. */
export const proposalsWorld: Readonly<Record<string, unknown>> = {
  'proposals/list': { at, list: proposals, sums: sumsOf(proposals), next: null, total: 3 },
  'proposals/info': info,
  'proposals/approve': { proposal: info.proposal.proposal, state: 'done', code: 0 },
  'proposals/reject': { proposal: info.proposal.proposal, state: 'rejected', code: null },
  'treasury/open_stakes': { done: true },
  'treasury/propose': {
    proposal: info.proposal.proposal,
    digest: info.proposal.digest,
  } satisfies StaffProposed,
  'adjustments/propose': {
    proposal: info.proposal.proposal,
    digest: info.proposal.digest,
  } satisfies StaffProposed,
}
