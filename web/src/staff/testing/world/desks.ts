// What the desks are answered.
import type {
  DaysInfoData,
  StaffAlert,
  StaffDay,
  StaffPacket,
  StaffPlayer,
  StaffView,
  ViewsInfoData,
  ConfigInfoData,
  KycOpenData,
  StaffChange,
  StaffCheck,
  StaffFreeze,
  StaffPayment,
  StaffSection,
  StaffWithdrawal,
  WithdrawalsInfoData,
  ProposalsInfoData,
  StaffAccount,
  StaffIssued,
  StaffProposal,
  StaffProposed,
} from '../../api/endpoints.gen.ts'

export const hourMs = 3_600_000
export const today = Date.now()
export const player = '0193f0c2-7a11-7bbb-8ccc-0123456789ab'

const accounts: StaffAccount[] = [
  {
    name: 'ada',
    roles: ['finance_lead', 'finance'],
    own: null,
    disabled: false,
    sessions: 1,
    failures: 0,
    locked_until_ms: null,
  },
  {
    name: 'bo',
    roles: ['risk'],
    own: player,
    disabled: false,
    sessions: 0,
    failures: 5,
    locked_until_ms: today + hourMs,
  },
  {
    name: 'cleo',
    roles: ['auditor'],
    own: null,
    disabled: false,
    sessions: 2,
    failures: 0,
    locked_until_ms: null,
  },
  {
    name: 'dmitri',
    roles: ['support', 'content'],
    own: null,
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
  decided_by: null,
  code: null,
  own: false,
  can_approve: true,
  ...part,
})

const proposals: StaffProposal[] = [
  proposal(1, {}),
  proposal(2, { own: true, maker: 'cleo', reason: 'Goodwill for the outage of Friday', can_approve: false }),
  proposal(3, {
    kind: 'config',
    players: [],
    expires_ms: null,
    reason: 'Autumn regatta',
    what: { section: 'shop', version: 12 },
    maker: 'dmitri',
  }),
  proposal(5, {
    kind: 'cluster_freeze',
    players: [player, '0193f0c2-7a11-7bbb-8ccc-0123456789ac'],
    reason: 'Twelve accounts of one device, case 4409',
    what: { players: [player, '0193f0c2-7a11-7bbb-8ccc-0123456789ac'] },
  }),
  proposal(4, {
    kind: 'topup_assign',
    state: 'done',
    decided_by: 'bo',
    code: 0,
    reason: 'Sent without a comment; the player showed the transaction',
  }),
]

const info: ProposalsInfoData = {
  proposal: proposals[0] as StaffProposal,
  facts: [
    { name: `frozen ${player}`, value: 'false', bound: null },
    { name: `usdt of ${player}`, value: '40000000', bound: null },
  ],
}

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
const withdrawalInfo: WithdrawalsInfoData = {
  withdrawal: withdrawals[1] as StaffWithdrawal,
  digest: '7f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  terms: [
    { name: 'vip', value: '2', bound: null },
    { name: 'fee, ppm', value: '8000', bound: null },
    { name: 'fee at least', value: '500000', bound: null },
    { name: 'withdrawn since ever', value: '120000000', bound: null },
    { name: 'ever topped up', value: 'true', bound: null },
    { name: 'configuration', value: '4', bound: null },
  ],
  play: [
    { name: 'paid dives', value: '412', bound: null },
    { name: 'paid coins staked', value: '1204000', bound: null },
    { name: 'paid tokens paid out', value: '131000000', bound: null },
  ],
  sources: [
    { name: 'Exchanged', value: '540000000', bound: null },
    { name: 'PacketShareCredited', value: '60000000', bound: null },
  ],
  referral_per_mille: 125,
  kyc: 3,
  frozen: false,
  addresses: [
    { address, at_ms: today - 90 * hourMs },
    { address: 'UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA', at_ms: today - 900 * hourMs },
  ],
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
    { event: 'ReviewStarted', at_ms: today - 3 * hourMs, actor: 'staff:ada' },
  ],
}

/** A document drawn in grey, 96 by 60. */
const paper =
  'iVBORw0KGgoAAAANSUhEUgAAAGAAAAA8CAIAAAAWtijjAAAAk0lEQVR42u3boQ3AIBRFUfYfAM0AVbW1VFV2jSYknaAOieKnCTnJ' +
  'neCInycg5bJpUEIAaBLQ0171AAECBAgQIECAAA2A6nVPCRCgAKD9OH8PEKCFgdwgQIAAAQIEyJI2FAEBcoMAAQIECBAgQHYQIEBu' +
  'ECBAgAABAgQIECBP8AABAgQIECBAgAABAhQOJP/mAQX0AcCGiNixdYVnAAAAAElFTkSuQmCC'
const checks: StaffCheck[] = [
  {
    player,
    submission: '0193f0c2-7a11-7bbb-8ccc-200000000001',
    country: 'MT',
    images: 2,
    submitted_ms: today - 30 * hourMs,
    duplicates: ['0193f0c2-7a11-7bbb-8ccc-0123456789ff'],
  },
  {
    player: '0193f0c2-7a11-7bbb-8ccc-0123456789ac',
    submission: '0193f0c2-7a11-7bbb-8ccc-200000000002',
    country: 'SG',
    images: 2,
    submitted_ms: today - 2 * hourMs,
    duplicates: [],
  },
]
const opened: KycOpenData = {
  player,
  submission: '0193f0c2-7a11-7bbb-8ccc-200000000001',
  status: 1,
  id_name: 'Ann Angler',
  id_type: 2,
  id_no: 'AB1234567',
  country: 'MT',
  tel: '+356 7900 0000',
  email: 'ann@example.com',
  images: ['front', 'back'],
  same_document: ['0193f0c2-7a11-7bbb-8ccc-0123456789ff'],
  same_images: [],
  expires_ms: today + hourMs / 6,
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

const freezes: StaffFreeze[] = [
  { player, by: 'bo', reason: 'Same device as eleven others, case 4409', at_ms: today - 50 * hourMs },
]

const sections: StaffSection[] = [
  {
    section: 'withdraw',
    in_force: 4,
    newest: 5,
    to_come: [{ version: 5, author: 'ada', effective_ms: today + 12 * hourMs }],
    waiting: [],
  },
  {
    section: 'shop',
    in_force: 11,
    newest: 11,
    to_come: [],
    waiting: [{ version: 12, author: 'dmitri', effective_ms: today + 5 * hourMs }],
  },
  { section: 'game', in_force: 0, newest: 0, to_come: [], waiting: [] },
  { section: 'vip', in_force: 2, newest: 2, to_come: [], waiting: [] },
]
const change: StaffChange = {
  proposal: '0193f0c2-7a11-7bbb-8ccc-000000000003',
  version: 12,
  digest: '3f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  author: 'dmitri',
  diff: [
    { path: 'items.3.price', before: '"50.000000"', after: '"45.000000"' },
    { path: 'items.5.item_id', before: null, after: '"regatta"' },
  ],
  checks: [{ name: 'coins_1: bought coins for a coupon', value: '11111', bound: 'at most 10000' }],
}
const item = (
  item_id: string,
  en: string,
  zh: string,
  price: string,
  coin_paid: string,
  coin_promo: string,
  diamond: string,
  part: object = {},
) => ({
  item_id,
  title: { en, zh },
  price,
  coin_paid,
  coin_promo,
  diamond,
  vip_id: null,
  limit: null,
  stock: null,
  first_buy: false,
  from: null,
  to: null,
  ...part,
})
const section: ConfigInfoData = {
  section: sections[1] as StaffSection,
  changes: [change],
  body: {
    items: [
      item('first_cast', 'First-cast pack', '首抛礼包', '0.990000', '9900', '0', '20', {
        first_buy: true,
        limit: { n: 1, per: 'life' },
      }),
      item('coins_1', '10,000 coins', '10,000 金币', '1.000000', '10000', '0', '0'),
      item('coins_5', '50,000 coins', '50,000 金币', '5.000000', '50000', '1000', '0'),
      item('coins_50', '500,000 coins', '500,000 金币', '50.000000', '500000', '20000', '0'),
      item('diamonds_60', '60 diamonds', '60 钻石', '1.000000', '0', '0', '60', {
        limit: { n: 5, per: 'day' },
      }),
    ],
  },
}
/** A section of single values, groups, switches, short lists and lists within lists. */
const gameSection: ConfigInfoData = {
  section: { ...(sections[2] as StaffSection), section: 'game' },
  changes: [],
  body: {
    paytable: {
      version: 'pt-1',
      draw_total: 1_000_000,
      rtp_ppm: 940_000,
      max_dive_payout_x: 10_000,
      bands: [
        {
          id: 'A',
          levels: [1, 5],
          mult: 1,
          empty_w: 474_000,
          mine_w: 30_000,
          fish: [
            { id: 'anchovy', base: '0.5', w: 200_000, x10: 5 },
            { id: 'sardine', base: '1', w: 140_000, x10: 10 },
            { id: 'golden_carp', base: '10', w: 24_000, x10: 100 },
          ],
          chest: [
            { w: 4_800, x10: 50 },
            { w: 2_000, x10: 100 },
          ],
        },
        {
          id: 'B',
          levels: [6, 10],
          mult: 2,
          empty_w: 584_850,
          mine_w: 40_000,
          fish: [
            { id: 'herring', base: '0.25', w: 140_000, x10: 5 },
            { id: 'swordfish', base: '10', w: 17_500, x10: 200 },
          ],
          chest: [{ w: 5_000, x10: 50 }],
        },
      ],
    },
    play_options: [10, 20, 50, 100],
    deep_start: { 6: 1, 11: 2 },
    shield_cost: 1,
    min_cast_ms: 2_500,
    dive_ttl_ms: 86_400_000,
    loss_day: '50.000000',
    paused: false,
    closed_above: null,
  },
}

const packets: StaffPacket[] = [
  {
    code: 'ET7BR1JF3R',
    kind: 'lucky',
    asset: 'coin',
    total: '500000',
    shares: 100,
    claimed: 61,
    ends_ms: today + 6 * hourMs,
    by: 'dmitri',
    ended: null,
  },
  {
    code: 'HJCASPFF3A',
    kind: 'code',
    asset: 'usdt',
    total: '250000000',
    shares: 50,
    claimed: 50,
    ends_ms: today - 6 * hourMs,
    by: 'dmitri',
    ended: 'finished',
  },
]
const views: StaffView[] = [
  {
    view: 'balances',
    mode: 'inline',
    partition: null,
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
    stopped_why: 'an event that no reader of this version knows',
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
const alerts: StaffAlert[] = [
  {
    alert: 'withdrawal_due:1',
    kind: 'withdrawal_due',
    severity: 'high',
    subject: '0193f0c2-7a11-7bbb-8ccc-100000000005',
    value: String(today - 25 * hourMs),
    bound: String(today - hourMs),
    since_ms: today - hourMs,
    acknowledged_by: null,
    acknowledged_ms: null,
  },
  {
    alert: 'view_stopped:ranks',
    kind: 'view_stopped',
    severity: 'high',
    subject: 'ranks',
    value: 'DiveClosed at 48031: no reader knows it',
    bound: 'follows',
    since_ms: today - 2 * hourMs,
    acknowledged_by: 'ada',
    acknowledged_ms: today - hourMs,
  },
  {
    alert: 'wallet_low:wallets',
    kind: 'wallet_low',
    severity: 'high',
    subject: 'wallets',
    value: '412500000',
    bound: '1204000000',
    since_ms: today - hourMs / 2,
    acknowledged_by: null,
    acknowledged_ms: null,
  },
  {
    alert: 'rtp_drift:',
    kind: 'rtp_drift',
    severity: 'low',
    subject: '20000 paid dives',
    value: '958000 ppm',
    bound: '940000 ppm, within chance',
    since_ms: today - 3 * hourMs,
    acknowledged_by: null,
    acknowledged_ms: null,
  },
  {
    alert: 'kyc_backlog:all',
    kind: 'kyc_backlog',
    severity: 'low',
    subject: 'queue',
    value: '12',
    bound: 'none older than a day',
    since_ms: null,
    acknowledged_by: null,
    acknowledged_ms: null,
  },
]
const days: StaffDay[] = [
  { day: '2026-11-21', closed_ms: null, by: null, reason: null, balanced: null },
  { day: '2026-11-20', closed_ms: today - 30 * hourMs, by: 'ada', reason: 'Daily close', balanced: true },
  { day: '2026-11-19', closed_ms: today - 54 * hourMs, by: 'ada', reason: 'Daily close', balanced: true },
]
const dayInfo: DaysInfoData = {
  day: days[1] as StaffDay,
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
      { name: 'h:usdt_reserve', value: '171900000000', bound: '>= 0' },
      { name: 'coupons and the USDT behind them', value: '0', bound: '0' },
      { name: 'chains against the books', value: '0', bound: '0' },
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
    balanced: true,
  },
  signed:
    'ledger/days\n2026-11-20\n9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08\n\n— ' +
    'ledger/days nXo0qk8Yy1Q=',
  key: 'ledger/days+5c9d1e2f+AQ==',
}
/** As the server gives them: flat, and `-` for a limit that is not set. */
const limitFacts = (lost: string, minutes: string, most: string): StaffPlayer['limits'] => [
  { name: 'lost today', value: lost, bound: null },
  { name: 'loss a day', value: '50000000', bound: null },
  { name: 'session, minutes', value: minutes, bound: null },
  { name: 'session at most', value: most, bound: null },
  { name: 'deposits a day', value: '100000000', bound: null },
  { name: 'deposits a week', value: '-', bound: null },
  { name: 'deposits a month', value: '1000000000', bound: null },
]
const players: StaffPlayer[] = [
  {
    player,
    why: 'playing',
    until_ms: today + 600 * hourMs,
    limits: limitFacts('0', '21600', '-'),
    notes: [],
  },
  {
    player: '0193f0c2-7a11-7bbb-8ccc-0123456789ad',
    why: 'excluded',
    until_ms: today + 4_000 * hourMs,
    limits: limitFacts('0', '90', '-'),
    notes: [],
  },
  {
    player: '0193f0c2-7a11-7bbb-8ccc-0123456789ac',
    why: 'loss',
    until_ms: null,
    limits: limitFacts('46200000', '41', '90'),
    notes: [
      { by: 'dmitri', text: 'Called: knows of the limits, will set a lower one', at_ms: today - 40 * hourMs },
    ],
  },
  {
    player: '0193f0c2-7a11-7bbb-8ccc-0123456789ae',
    why: 'session',
    until_ms: null,
    limits: limitFacts('1250000', '84', '90'),
    notes: [],
  },
]

/** Data by path. */
export const desksWorld: Readonly<Record<string, unknown>> = {
  'staff/list': { list: accounts },
  'staff/add': issued,
  'staff/reset': issued,
  'staff/roles': { done: true },
  'staff/disable': { done: true },
  'staff/enable': { done: true },
  'proposals/list': { list: proposals, next: null, total: 3 },
  'proposals/info': info,
  'proposals/approve': { proposal: info.proposal.proposal, state: 'done', code: 0 },
  'proposals/reject': { proposal: info.proposal.proposal, state: 'rejected', code: null },
  'withdrawals/list': { list: withdrawals, next: null, paused: null },
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
  'kyc/list': { list: checks, next: null },
  'kyc/open': opened,
  'kyc/image': { media_type: 'image/png', bytes: paper, expires_ms: opened.expires_ms },
  'kyc/decide': { status: 3 },
  'topups/unmatched': { list: payments, next: null },
  'topups/propose_assign': { proposal: info.proposal.proposal, digest: info.proposal.digest },
  'freezes/list': { list: freezes, next: null },
  'freezes/set': { done: true },
  'freezes/lift': { done: true },
  'freezes/propose': { proposal: info.proposal.proposal, digest: info.proposal.digest },
  'config/list': { list: sections },
  'config/info': ({ section: name }: { section: string }) => (name === 'game' ? gameSection : section),
  'config/propose': change,
  'packets/list': { list: packets, next: null },
  'packets/create': { code: 'NEWCODE123' },
  'packets/stop': { done: true },
  'views/list': { list: views },
  'views/rebuild': { job: '0193f0c2-7a11-7bbb-8ccc-300000000001' },
  'views/info': job,
  'alerts/list': { list: alerts },
  'alerts/acknowledge': { done: true },
  'days/list': { list: days, next: null },
  'days/info': dayInfo,
  'days/close': dayInfo,
  'play/list': { list: players, next: null },
  'play/note': { done: true },
  'treasury/propose': {
    proposal: info.proposal.proposal,
    digest: info.proposal.digest,
  } satisfies StaffProposed,
  'adjustments/propose': {
    proposal: info.proposal.proposal,
    digest: info.proposal.digest,
  } satisfies StaffProposed,
}
