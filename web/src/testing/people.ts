// Answers about friends, payouts, identity, packets and tasks; part of the small world.
import type {
  Asset,
  KycCheckData,
  PromotionListData,
  RankData,
  RankSeason,
  RedpacketInfoData,
  Task,
  TeamRecord,
  TeamRecordsData,
  UtilsUploadConfigData,
  Wd,
  WithdrawDetailData,
  WithdrawInfoData,
  WithdrawListData,
} from '../api/endpoints.gen.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const now = Date.now()

const record = (id: string, parts: Partial<TeamRecord>): TeamRecord => ({
  record_id: id,
  type: 'invite',
  day: '2026-11-20',
  friend: { nickname: 'Tomo', avatar: '' },
  diamonds: 0,
  usdt: '0.000000',
  state: 'pending',
  created_at: now - dayMs,
  expires_at: now + 29 * dayMs,
  ...parts,
})

const records: TeamRecordsData = {
  list: [
    record('01JREC5', { diamonds: 2 }),
    record('01JREC4', {
      type: 'rebate_l1',
      friend: { nickname: 'Alexandra von Hohenfels', avatar: '' },
      usdt: '0.020652',
    }),
    record('01JREC3', { type: 'rebate_l2', friend: null, usdt: '0.004130', state: 'received' }),
    record('01JREC2', {
      diamonds: 2,
      state: 'received',
      day: '2026-11-18',
      friend: { nickname: '小鱼', avatar: '' },
    }),
    record('01JREC1', { type: 'rebate_l1', usdt: '1.250000', state: 'expired', day: '2026-10-18' }),
  ],
  next_last_id: '',
  has_more: false,
}

const names = ['Ma***', 'To***', '小鱼***', 'Al***', 'Ki***', 'Le***', 'Ju***', 'An***', 'Wu***']
const seasons: RankSeason[] = [
  { season_id: 'winter', name: 'Deep winter', first: '2026-11-01', last: '2027-01-31' },
  { season_id: 'autumn', name: 'Autumn tide', first: '2026-08-01', last: '2026-10-31' },
]
const rank = (scores: readonly string[], score: string, rebates: readonly string[] = []): RankData => ({
  period: 'week',
  closes_at: now + 2 * dayMs,
  is_final: false,
  season: null,
  marked: 0,
  seasons,
  me: { rank: 5, score, rebate: rebates[4] ?? null },
  list: scores.map((value, index) => ({
    rank: index + 1,
    name: names[index] ?? 'X***',
    avatar: '',
    score: value,
    rebate: rebates[index] ?? null,
    reached_at: now - index * hourMs,
  })),
})

const address = 'UQBxQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFB'
const info: WithdrawInfoData = {
  channels: [
    {
      key: 'ton',
      network: 'TON',
      symbol: 'USDT',
      min: '5.000000',
      fee_min: '0.500000',
      fee_rate: '0.02',
    },
  ],
  address,
  channel: 'ton',
  comment: null,
  usable_at: now - dayMs,
  count_left: 1,
  limit_left: '20.000000',
  kyc: { required: false, status: 0 },
  eta_hours: 24,
}

const withdrawal = (id: string, parts: Partial<Wd>): Wd => ({
  withdraw_id: id,
  amount: '12.500000',
  fee: '0.500000',
  net: '12.000000',
  address,
  comment: null,
  status: 2,
  label: 'Pending',
  reason: null,
  tx: null,
  tx_url: null,
  created_at: now - 2 * hourMs,
  updated_at: now - hourMs,
  eta_at: now + 22 * hourMs,
  ...parts,
})
const tx = 'b5ee9c7241010101004600008748a1f2c3d4e5f60718293a4b5c6d7e8f901122'
const pending = withdrawal('0193f0c2-7a11-7bbb-8ccc-000000000002', {
  tx,
  tx_url: `https://tonviewer.com/transaction/${tx}`,
})
const failed = withdrawal('0193f0c2-7a11-7bbb-8ccc-000000000001', {
  status: 4,
  label: 'Failure',
  reason: 'Address of an exchange without a comment',
  amount: '9.000000',
  net: '8.500000',
  created_at: now - 9 * dayMs,
})
const withdrawals: WithdrawListData = {
  list: [
    pending,
    withdrawal('0193f0c2-7a11-7bbb-8ccc-000000000003', {
      status: 3,
      label: 'Completed',
      created_at: now - 3 * dayMs,
      amount: '20.000000',
    }),
    failed,
  ],
  next_last_id: '',
  has_more: false,
}

const detail = ({ key }: { key?: unknown }): WithdrawDetailData => {
  const withdraw = withdrawals.list.find((one) => one.withdraw_id === key) ?? pending
  const review = { label: 'Review', status: 0, at: now - 2 * hourMs } as const
  if (withdraw === failed)
    return { withdraw, steps: [review, { label: 'Failure', status: 4, at: now - hourMs }] }
  return {
    withdraw,
    steps: [
      review,
      { label: 'Pending', status: 1, at: now - 1.9 * hourMs },
      { label: 'Pending', status: 2, at: now - hourMs },
    ],
  }
}

const kyc: KycCheckData = {
  status: 0,
  reasons: [],
  can_edit: true,
  required: false,
  required_over: '50.000000',
  submitted_at: null,
  usual_ms: null,
  masked: null,
}
const upload: UtilsUploadConfigData = {
  object_key: 'kyc/1/0001',
  upload_url: '/upload',
  method: 'POST',
  fields: { key: 'kyc/1/0001', 'Content-Type': 'application/octet-stream' },
  file_field: 'file',
  max_bytes: 8_388_608,
  types: ['image/jpeg', 'image/png', 'image/webp'],
  expires_at: now + hourMs,
}

const packet: RedpacketInfoData = {
  kind: 'lucky',
  asset: 'usdt',
  title: 'Harvest moon',
  total: 100,
  left: 63,
  state: 'open',
  mine: null,
  starts_at: now - hourMs,
  expires_at: now + 5 * hourMs,
}

const task = (id: string, parts: Partial<Task>): Task => ({
  task_id: id,
  type: 'dives_n',
  title: 'Surface from ten dives',
  desc: 'Any stake, any depth.',
  link: null,
  reward: { coin: 500, diamond: 2, gusd_bonus: '0.00' },
  progress: 4,
  target: 10,
  state: 'open',
  verify_after: null,
  ends_at: null,
  ...parts,
})
const tasks: PromotionListData = {
  list: [
    task('channel', {
      type: 'tg_channel',
      title: 'Join our channel',
      desc: 'News of the sea, and red packets now and then.',
      link: 'https://t.me/deepline',
      target: 1,
      progress: 0,
      reward: { coin: 1_000, diamond: 0, gusd_bonus: '0.00' },
    }),
    task('dives', {}),
    task('invite', {
      type: 'invite_n',
      title: 'Three friends',
      desc: 'Friends count after their first dive of five casts.',
      target: 3,
      progress: 3,
      state: 'verified',
      reward: { coin: 0, diamond: 5, gusd_bonus: '250.00' },
    }),
    task('signin', {
      type: 'signin_n',
      title: 'Check in on three days',
      desc: 'They need not be in a row.',
      target: 3,
      progress: 3,
      state: 'received',
    }),
  ],
}

/** Codes of packets in each state; every other code is wrong. */
const packets: Readonly<Record<string, Partial<RedpacketInfoData>>> = {
  HARVEST001: {},
  HARVEST002: { left: 0, state: 'finished' },
  HARVEST003: { state: 'expired' },
  HARVEST004: { mine: { amount: '1.288000' } },
  HARVEST005: { asset: 'coin', title: '丰收时节，全服红包雨第一场', mine: { amount: '9007199254740993' } },
}
const packetOf = ({ code }: { code?: unknown }) => {
  const found = packets[String(code)]
  return found ? { ...packet, ...found } : { error: 7201, message: 'Red packet not found' }
}

/** Data of these calls by path; `asset` is what every command answers with. */
export function people(asset: Asset): Readonly<Record<string, unknown>> {
  return {
    'team/records': records,
    'team/receive': { record: record('01JREC5', { diamonds: 2, state: 'received' }), asset },
    'team/rank': rank(['48', '31', '27', '12', '9', '4', '2', '1', '1'], '9', [
      '1204.500000',
      '88.120000',
      '0.000000',
      '3.000000',
      '12.250000',
      ...Array.from({ length: 4 }, () => '0.000000'),
    ]),
    'collection/rank': { ...rank(['19', '17', '15', '15', '9'], '9'), seasons: [], marked: 3 },
    'team/bind': { invite_entered: true, inviter: { nickname: 'Tomo' } },
    'withdraw/rank': rank(
      ['9007199.254740', '1250.000000', '980.500000', '421.000000', '310.250000', '20.000000'],
      '310.250000',
    ),
    'withdraw/info': info,
    'withdraw/list': withdrawals,
    'withdraw/detail': detail,
    'withdraw/do': { withdraw: withdrawal(pending.withdraw_id, { status: 0, label: 'Review' }), asset },
    'withdraw/set_address': { address, usable_at: now + dayMs },
    'kyc/check': kyc,
    'kyc/edit': { status: 1, submission_id: '01JKYC' },
    'utils/upload_config': upload,
    'redpacket/info': packetOf,
    'redpacket/claim': { asset_type: 'usdt', amount: '1.288000', asset },
    'promotion/list': tasks,
    'promotion/verify': { task: task('dives', { verify_after: now + 10_000 }) },
    'promotion/receive': { task: task('invite', { state: 'received' }), asset },
  }
}
