// What withdrawals and payments of nobody are answered.
import type { StaffPayment, StaffWithdrawal, WithdrawalsInfoData } from '../../api/endpoints.gen.ts'
import { at } from './log.ts'
import { hourMs, today, player } from './moment.ts'
import { info, notBelow } from './proposals.ts'
import { digest, signed } from './signed.ts'
import { sumsOf } from './sums.ts'

const address = 'UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI'

const withdrawal = (number: number, part: Partial<StaffWithdrawal>): StaffWithdrawal => ({
  withdrawal: `0193f0c2-7a11-7bbb-8ccc-10000000000${number}`,
  player,
  asset: 'usdt',
  amount: '600000000',
  fee: '4800000',
  net: '595200000',
  address,
  comment: null,
  state: 'review',
  requested_ms: today - number * 5 * hourMs,
  deadline_ms: today + (24 - number * 5) * hourMs,
  approved_by: [],
  needs_two: true,
  flags: ['source_of_funds', 'no_biometrics'],
  mismatch: false,
  tx: null,
  ended_ms: null,
  why: null,
  ...part,
})

const withdrawals: StaffWithdrawal[] = [
  withdrawal(5, { amount: '41500000', fee: '500000', net: '41000000', needs_two: false, flags: ['flagged'] }),
  withdrawal(4, { approved_by: ['ada'] }),
  withdrawal(2, {
    amount: '1000000',
    fee: '500000',
    net: '500000',
    needs_two: false,
    flags: ['never_topped_up'],
  }),
  withdrawal(1, { amount: '12000000', fee: '500000', net: '11500000', needs_two: false, flags: [] }),
]

/** What became of others: paid, and back with the player. */
const over: StaffWithdrawal[] = [
  withdrawal(6, {
    state: 'confirmed',
    approved_by: ['ada', 'bo'],
    flags: [],
    tx: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    ended_ms: today - 20 * hourMs,
  }),
  withdrawal(7, {
    state: 'rejected',
    amount: '41500000',
    needs_two: false,
    ended_ms: today - 28 * hourMs,
    why: 'Name does not match',
  }),
]

const withdrawalInfo: WithdrawalsInfoData = {
  withdrawal: withdrawals[1] as StaffWithdrawal,
  digest,
  terms: [
    { name: 'vip', value: '2' },
    { name: 'fee', unit: 'ppm', value: '8000' },
    { name: 'fee_at_least', unit: 'usdt', value: '500000' },
    { name: 'withdrawn_since_ever', unit: 'usdt', value: '120000000' },
    { name: 'ever_topped_up', unit: 'yes_no', value: 'true' },
    { name: 'configuration', unit: 'number', value: '4' },
  ],
  decision: [
    { name: 'holds', account: 'usdt_hold', of: player, unit: 'usdt', value: '600000000' },
    { name: 'would_hold', account: 'usdt_hold', of: player, unit: 'usdt', value: '0', bound: notBelow },
    { name: 'holds', account: 'h:usdt_fee', unit: 'usdt', value: '18000000' },
    { name: 'would_hold', account: 'h:usdt_fee', unit: 'usdt', value: '22800000', bound: notBelow },
    { name: 'holds', account: 'h:usdt_custody', unit: 'usdt', value: '176120400000' },
    { name: 'would_hold', account: 'h:usdt_custody', unit: 'usdt', value: '175525200000', bound: notBelow },
    { name: 'limit_left_today', of: 'bo', unit: 'usdt', value: '10000000000' },
    { name: 'limit_left_today', of: 'ada', unit: 'usdt', value: '400000000' },
  ],
  play: [
    { name: 'dives', of: 'paid', unit: 'number', value: '412' },
    { name: 'coins_staked', of: 'paid', unit: 'coin', value: '1204000' },
    { name: 'tokens_paid_out', of: 'paid', unit: 'gusd', value: '131000000' },
  ],
  sources: [
    { name: 'Exchanged', unit: 'usdt', value: '540000000' },
    { name: 'RedPacketCredited', unit: 'usdt', value: '60000000' },
  ],
  referral_per_mille: 125,
  kyc: 3,
  frozen: false,
  ties: [{ detail: 'payee', others: ['1b311d39-ade5-51ce-aca9-49a3383d0aa6'] }],
  addresses: [
    { address, at_ms: today - 90 * hourMs },
    { address: 'UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA', at_ms: today - 900 * hourMs },
  ],
  signatures: [signed],
  messages: [
    {
      rail: 'ton',
      purpose: 'pay',
      slot: 4_102,
      attempt: 0,
      hash: '5c'.repeat(32),
      signed_ms: today - 2 * hourMs,
      outcome: 'not_paid',
    },
    {
      rail: 'ton',
      purpose: 'pay',
      slot: 4_103,
      attempt: 1,
      hash: '7e'.repeat(32),
      signed_ms: today - hourMs,
      outcome: null,
    },
  ],
  steps: [
    { event: 'Requested', at_ms: today - 20 * hourMs, actor: 'player' },
    {
      event: 'ReviewStarted',
      at_ms: today - 3 * hourMs,
      actor: 'staff:ada',
      reason: 'Taken up, sources are looked at',
    },
    {
      event: 'ApprovalGiven',
      at_ms: today - 2 * hourMs,
      actor: 'staff:ada',
      reason: 'Play and sources are plain',
    },
  ],
}

const payments: StaffPayment[] = [
  {
    tx: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    sender: address,
    asset: 'usdt',
    amount: '25000000',
    comment: null,
    seen_ms: today - 7 * hourMs,
  },
  {
    tx: '1f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    sender: address,
    asset: 'usdt',
    amount: '5000000',
    comment: 'T7K2Q9XMWA4',
    seen_ms: today - 3 * hourMs,
  },
]

/** Answers by path after /staff/v1/. */
export const withdrawalsWorld: Readonly<Record<string, unknown>> = {
  'withdrawals/list': ({ state = null }: { state?: string | null }) => ({
    at,
    list: state === 'all' ? [...withdrawals, ...over] : withdrawals,
    sums: sumsOf(state === 'all' ? [...withdrawals, ...over] : withdrawals),
    next: null,
    paused: null,
  }),
  'withdrawals/info': withdrawalInfo,
  'withdrawals/start': {
    withdrawal: withdrawalInfo.withdrawal.withdrawal,
    state: 'review',
    approved_by: ['ada'],
    waits: true,
  },
  'withdrawals/approve': {
    withdrawal: withdrawalInfo.withdrawal.withdrawal,
    state: 'approved',
    approved_by: ['ada', 'bo'],
    waits: false,
  },
  'withdrawals/reject': {
    withdrawal: withdrawalInfo.withdrawal.withdrawal,
    state: 'rejected',
    approved_by: [],
    waits: false,
  },
  'withdrawals/flag': {
    withdrawal: withdrawalInfo.withdrawal.withdrawal,
    state: 'review',
    approved_by: [],
    waits: false,
  },
  'withdrawals/pause': { wallets: 1 },
  'withdrawals/resume': { wallets: 1 },
  'topups/unmatched': {
    at,
    list: payments,
    sums: sumsOf(payments),
    next: null,
    total: payments.length,
  },
  'topups/propose_assign': { proposal: info.proposal.proposal, digest: info.proposal.digest },
  'topups/propose_return': { proposal: info.proposal.proposal, digest: info.proposal.digest },
}
