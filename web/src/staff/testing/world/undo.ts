// What is answered of what two people undo: shares of invitations, closed boards, and the calls that propose.
import type {
  RanksInfoData,
  RanksListData,
  RecordsListData,
  StaffBoard,
  StaffProposed,
  TopupsRefundableData,
} from '../../api/endpoints.gen.ts'
import { at, dayMs, ivo, mara, noor, nowMs } from './log.ts'
import { sumsOf } from './sums.ts'

const made: StaffProposed = {
  proposal: '0193f0c2-7a11-7bbb-8ccc-000000000001',
  digest: '8241c87b7888b44327e2d7d05b086045ce6f034dfa6933b6e7efe1856dd879b6',
}

const recordLines: RecordsListData['list'] = [
  {
    record: '0193f0c2-7a11-7bbb-8ccc-0000000000a1',
    kind: 'rebate_l1',
    day: '2026-11-19',
    friend: ivo,
    asset: 'usdt',
    amount: '1250000',
    rest: '250000',
    state: 'pending',
    opened_ms: nowMs - dayMs,
  },
  {
    record: '0193f0c2-7a11-7bbb-8ccc-0000000000a2',
    kind: 'invite',
    day: '2026-11-18',
    friend: ivo,
    asset: 'diamond',
    amount: '2',
    rest: '0',
    state: 'received',
    opened_ms: nowMs - 2 * dayMs,
  },
  {
    record: '0193f0c2-7a11-7bbb-8ccc-0000000000a3',
    kind: 'rebate_l2',
    day: '2026-11-17',
    friend: null,
    asset: 'usdt',
    amount: '90000',
    rest: '0',
    state: 'cancelled',
    opened_ms: nowMs - 3 * dayMs,
  },
]
const records: RecordsListData = { list: recordLines, sums: sumsOf(recordLines), next: null }

const topups: TopupsRefundableData = {
  at,
  list: [
    {
      order_no: 'T1001',
      tx: 'z9Gm5cPq0vYw3u2Zr8Bn1kD4tLx6Hs7Ej5Ao2Fi9Uec=',
      lt: 50_412_700_000_007,
      unspent: '500',
      credited_ms: nowMs - dayMs,
      until_ms: nowMs + 13 * dayMs,
      payer: 'UQCaJmYQgRv3-lJkDzFlhGoN8-eiSzHSAHjLX1Vg9d8q2dwB',
    },
    {
      order_no: 'T1001',
      tx: 'Kc3Vq7Wn0bXy5e1Tj9Ro8iM2pLa4Gd6Hf3Su7Zk1Bvo=',
      lt: 50_398_100_000_003,
      unspent: '7500000',
      credited_ms: nowMs - 2 * dayMs,
      until_ms: nowMs + 12 * dayMs,
      payer: 'UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI',
    },
    {
      order_no: 'T0994',
      tx: 'Xw8Np2Ej5rTu6y3Ak1Fs9dG7hLq0Zc4Vb2Mn8Io5Pte=',
      lt: 50_171_900_000_001,
      unspent: '1000000',
      credited_ms: nowMs - 5 * dayMs,
      until_ms: nowMs + 9 * dayMs,
      payer: null,
    },
  ],
}

const midnight = nowMs - (nowMs % dayMs)
const board = (rank: string, part: Partial<StaffBoard>): StaffBoard => ({
  rank,
  board: 'invite',
  period: 'day',
  from_ms: midnight - dayMs,
  until_ms: midnight,
  unit: 'number',
  ...part,
})
const invites = board('0193f0c2-7a11-7bbb-8ccc-0000000000b1', {})
const paid = board('0193f0c2-7a11-7bbb-8ccc-0000000000b2', {
  board: 'withdraw',
  period: 'week',
  from_ms: midnight - 7 * dayMs,
  unit: 'usdt',
})

const boards: RanksListData = {
  at,
  list: [
    { board: invites, players: 3, closed_ms: midnight + 900_000 },
    { board: paid, players: 2, closed_ms: midnight + 900_000 },
  ],
  next: null,
}

const closed: RanksInfoData = {
  at,
  board: invites,
  list: [
    { place: 1, player: mara, score: '12', reached_ms: midnight - 7_200_000 },
    { place: 2, player: ivo, score: '4', reached_ms: midnight - 9_900_000 },
  ],
  corrections: [
    {
      player: noor,
      proposer: 'ada',
      approver: 'bo',
      case_id: 'C-7K2M9Q4A',
      reason: 'Forty accounts of one device',
      at_ms: midnight + 3_600_000,
    },
  ],
}

/** Answers by path after /staff/v1/. */
export const undoWorld: Readonly<Record<string, unknown>> = {
  'topups/refundable': topups,
  'topups/propose_refund': made,
  'dives/propose': made,
  'records/list': records,
  'records/propose': made,
  'ranks/list': boards,
  'ranks/info': closed,
  'ranks/propose': made,
}
