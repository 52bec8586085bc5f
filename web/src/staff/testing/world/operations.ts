// What packets, views, alerts and days are answered.
import type {
  DaysInfoData,
  NotificationLine,
  NotificationsListData,
  StaffAlert,
  StaffDay,
  StaffFinding,
  StaffPacket,
  StaffView,
  ViewsInfoData,
} from '../../api/endpoints.gen.ts'
import { at } from './log.ts'
import { hourMs, today } from './moment.ts'

const packetLink = (code: string) => `https://t.me/deep_line_bot/app?startapp=p_${code}`

const packets: StaffPacket[] = [
  {
    packet: '2f6d0c3e-91b4-8a55-b7de-40c1d2e3f4a1',
    kind: 'lucky',
    asset: 'coin',
    total: '500000',
    shares: 100,
    claimed: 61,
    made_ms: today - 20 * hourMs,
    starts_ms: today - 18 * hourMs,
    ends_ms: today + 6 * hourMs,
    by: 'bo',
    ended: null,
  },
  {
    packet: '2f6d0c3e-91b4-8a55-b7de-40c1d2e3f4a2',
    kind: 'code',
    asset: 'usdt',
    total: '250000000',
    shares: 50,
    claimed: 50,
    made_ms: today - 31 * hourMs,
    starts_ms: today - 30 * hourMs,
    ends_ms: today - 6 * hourMs,
    by: 'dmitri',
    ended: 'finished',
  },
]

const stoppedAt: StaffFinding = {
  code: 'stopped_at',
  values: { type: 'DiveClosed', position: '48031', detail: 'no reader knows it' },
  text: 'DiveClosed at 48031: no reader knows it',
}

const said = (code: string, text: string): StaffAlert['value'] => ({
  unit: 'text',
  value: text,
  finding: { code, values: {}, text },
})

const views: StaffView[] = [
  {
    view: 'balances',
    mode: 'books',
    partition: 0,
    behind: 0,
    behind_ms: 0,
    stopped_at: null,
    stopped_why: null,
  },
  {
    view: 'team_records',
    mode: 'following',
    partition: 0,
    behind: 41,
    behind_ms: 2_300,
    stopped_at: null,
    stopped_why: null,
  },
  {
    view: 'ranks',
    mode: 'following',
    partition: 0,
    behind: 1_204,
    behind_ms: 3_840_000,
    stopped_at: 48_031,
    stopped_why: 'no reader knows it',
    stopped_finding: stoppedAt,
  },
]

const job: ViewsInfoData = {
  view: 'team_records',
  state: 'done',
  done: 48_031,
  total: 48_031,
  report: {
    live: 812,
    rebuilt: 812,
    different: 1,
    swapped: false,
    first_live: '(r1, 12.50)',
    first_rebuilt: '(r1, 12.40)',
  },
  why: null,
}

const sent = (last: string, line: Partial<NotificationLine>): NotificationLine => ({
  notification: `0193f0c2-7a11-7bbb-8ccc-0000000000${last}`,
  code: 'withdrawal_due',
  severity: 'high',
  state: 'open',
  count: 1,
  at_ms: today - hourMs,
  attempts: 1,
  problem: null,
  outcome: 'delivered',
  ended_ms: today - hourMs,
  ...line,
})

const notifications: NotificationLine[] = [
  sent('f4', {
    code: 'proposals_wait',
    severity: 'low',
    count: 3,
    attempts: 0,
    outcome: null,
    ended_ms: null,
  }),
  sent('f3', {}),
  sent('f2', { code: 'view_stopped', attempts: 3, problem: '502', at_ms: today - 2 * hourMs }),
  sent('f1', { code: 'test', severity: 'low', state: 'test', count: 0, at_ms: today - 30 * hourMs }),
]

const alerts: StaffAlert[] = [
  {
    alert: 'withdrawal_due:1',
    kind: 'withdrawal_due',
    severity: 'high',
    subject: '0193f0c2-7a11-7bbb-8ccc-100000000005',
    value: { unit: 'time', value: String(today - 25 * hourMs) },
    bound: { unit: 'time', value: String(today - hourMs) },
    since_ms: today - hourMs,
    acknowledged_by: null,
    acknowledged_ms: null,
  },
  {
    alert: 'view_stopped:ranks',
    kind: 'view_stopped',
    severity: 'high',
    subject: 'ranks',
    value: { unit: 'text', value: stoppedAt.text, finding: stoppedAt },
    bound: said('follows', 'follows'),
    since_ms: today - 2 * hourMs,
    acknowledged_by: 'ada',
    acknowledged_ms: today - hourMs,
  },
  {
    alert: 'wallet_low:wallets',
    kind: 'wallet_low',
    severity: 'high',
    subject: 'wallets',
    value: { unit: 'usdt', value: '412500000' },
    bound: { unit: 'usdt', value: '1204000000' },
    since_ms: today - hourMs / 2,
    acknowledged_by: null,
    acknowledged_ms: null,
  },
  {
    alert: 'rtp_drift:',
    kind: 'rtp_drift',
    severity: 'low',
    subject: 'paid_dives/20000',
    value: { unit: 'ppm', value: '958000' },
    bound: { unit: 'ppm', value: '940000' },
    since_ms: today - 3 * hourMs,
    acknowledged_by: null,
    acknowledged_ms: null,
  },
  {
    alert: 'kyc_backlog:all',
    kind: 'kyc_backlog',
    severity: 'low',
    subject: 'queue',
    value: { unit: 'number', value: '12' },
    bound: said('none_older_than_a_day', 'none older than a day'),
    since_ms: null,
    acknowledged_by: null,
    acknowledged_ms: null,
  },
]

function closedDay(day: string, hoursAgo: number): StaffDay {
  const closedMs = today - hoursAgo * hourMs
  return { day, over: true, closed_ms: closedMs, by: 'ada', reason: 'Daily close', balanced: true }
}

const days: StaffDay[] = [
  { day: '2026-11-22', over: false, closed_ms: null, by: null, reason: null, balanced: null },
  { day: '2026-11-21', over: true, closed_ms: null, by: null, reason: null, balanced: null },
  closedDay('2026-11-20', 30),
  closedDay('2026-11-19', 54),
]

const dayInfo: DaysInfoData = {
  at,
  day: closedDay('2026-11-20', 30),
  report: {
    day: '2026-11-20',
    positions: { 0: 48_031 },
    trial: { usdt: '0', coupon: '0', gusd: '0', coin: '0', diamond: '0' },
    accounts: [
      {
        account: 'h:usdt_custody',
        asset: 'usdt',
        opening: '-812400000000',
        debit: '1204000000',
        credit: '640000000',
        closing: '-812964000000',
      },
      {
        account: 'usdt',
        asset: 'usdt',
        opening: '640200000000',
        debit: '600000000',
        credit: '1164000000',
        closing: '640764000000',
      },
      {
        account: 'h:coin_sink',
        asset: 'coin',
        opening: '120400000',
        debit: '0',
        credit: '1310000',
        closing: '121710000',
      },
      {
        account: 'gusd',
        asset: 'gusd',
        opening: '9120400',
        debit: '40000',
        credit: '121000',
        closing: '9201400',
      },
    ],
    checks: [
      {
        name: 'holds',
        account: 'h:usdt_reserve',
        unit: 'usdt',
        value: '171900000000',
        bound: { is: 'at_least', value: '0' },
      },
      { name: 'coupons_beyond_their_usdt', unit: 'usdt', value: '0', bound: { is: 'exactly', value: '0' } },
      { name: 'chains_against_the_books', unit: 'usdt', value: '0', bound: { is: 'exactly', value: '0' } },
      {
        name: 'chains_beyond_what_players_are_owed',
        unit: 'usdt',
        value: '172200000000',
        bound: { is: 'at_least', value: '0' },
      },
    ],
    staked: '131000000',
    paid_out: '122900000',
    ggr: '8100000',
    referral: '1200000',
    ngr: '6900000',
    hold_per_mille: 62,
    promo_spent: '14500000',
    fees: '9400000',
    chains: [
      {
        rail: 'ton_usdt',
        wallet: '83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8',
        checked_ms: today - 25 * hourMs,
        on_chain: '812964000000',
        in_books: '812964000000',
        under_way: '0',
        unbooked: '0',
        difference: '0',
      },
    ],
    liabilities: {
      at_ms: Date.UTC(2026, 10, 21) - 1,
      checkpoint: 48_112,
      owed: [
        { asset: 'usdt', total: '640764000000', root: '8zTq0Zf3vJ0m2cXh5nKpWQ1yRbD7uGsLw9eAoVtI4cE=' },
        { asset: 'gusd', total: '9201400', root: 'nP2cXv8LrQw5tYzB1kDfHsJm4gA7eUoI9vWx3RqTy6M=' },
      ],
    },
    breaks: {
      statement: { of: null, count: 41, sum: '564000000' },
      journal: { of: null, count: 40, sum: '514000000' },
      kinds: [{ of: 'not_in_journal', count: 1, sum: '50000000' }],
      carried: { of: null, count: 0, sum: '0' },
      oldest_ms: Date.UTC(2026, 10, 20, 9),
      oldest_age_ms: 15 * hourMs,
    },
    balanced: true,
  },
  signed:
    'ledger/days\n2026-11-20\n9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08\n\n— ' +
    'ledger/days nXo0qk8Yy1Q=',
  key: 'ledger/days+5c9d1e2f+AQ==',
}

/** Answers by path after /staff/v1/. */
export const operationsWorld: Readonly<Record<string, unknown>> = {
  'packets/list': {
    at,
    list: packets,
    sums: [
      { asset: 'coin', rows: 1, sum: '500000', plus: '500000', minus: '0' },
      { asset: 'usdt', rows: 1, sum: '250000000', plus: '250000000', minus: '0' },
    ],
    next: null,
  },
  'packets/create': { packet: packets[0]?.packet, code: 'NEWCODE123', link: packetLink('NEWCODE123') },
  'packets/code': { packet: packets[0]?.packet, code: 'ET7BR1JF3R', link: packetLink('ET7BR1JF3R') },
  'packets/propose': { proposal: '0193f0c2-7a11-7bbb-8ccc-000000000009', digest: 'd9'.repeat(32) },
  'packets/stop': { done: true },
  'views/list': { list: views },
  'views/rebuild': { job: '0193f0c2-7a11-7bbb-8ccc-300000000001' },
  'views/info': job,
  'alerts/list': { list: alerts },
  'alerts/acknowledge': { done: true },
  'notifications/list': { list: notifications, on: true } satisfies NotificationsListData,
  'notifications/test': { done: true },
  'days/list': { at, list: days, next: null },
  'days/info': dayInfo,
  'days/close': dayInfo,
}
