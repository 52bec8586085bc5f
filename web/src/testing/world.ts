// A small world of contract-shaped answers for pictures and browser tests that run without a server. Every
// value is typed by the generated types, so a change of the contract breaks the build of this file.
import type {
  Asset,
  Cast,
  CollectionInfoData,
  Dive,
  FishingConfigData,
  FishingDiveDetailData,
  FishingHistoryData,
  FishingPlayerInfoData,
  FishingSeedInfoData,
  LoginTelegramData,
  SigninInfoData,
  SystemConfigData,
  TeamInfoData,
  User,
  WalletHistoryData,
  WalletLine,
} from '../api/endpoints.gen.ts'
import { people } from './people.ts'
import { worldPay } from './worldPay.ts'
import paytable from './paytable.json' with { type: 'json' }

const hourMs = 3_600_000

/** Balances of the world's player. */
export const asset: Asset = {
  coin: 12_450,
  coin_paid: 10_000,
  coin_promo: 2_450,
  diamond: 14,
  gusd: '1663.25',
  gusd_bonus: '240.00',
  usdt: '3.204500',
  usdt_hold: '0.000000',
  coupon: '12.500000',
  ver: 214,
}

/** The world's player. */
export const user: User = {
  user_id: '1',
  tg_id: '1001',
  nickname: 'Mara',
  avatar: '',
  lang: 'en',
  scode: 'K7QM2XWA',
  inviter_scode: null,
  invite_entered: false,
  first_buy: true,
  vip: { vip_id: 0, expires_at: null },
  kyc_status: 0,
  country: null,
  region_mode: 'real',
  frozen: false,
  terms_ok: true,
  limits: {
    deposit_day: null,
    deposit_week: null,
    deposit_month: null,
    loss_day: '50.000000',
    session_min: 120,
    cool_off_until: null,
    excluded_until: null,
    pending: [],
  },
  erase_at: null,
  created_at: Date.now() - 90 * 24 * hourMs,
}

/** The golden seed pair of domain §2.6. */
export const golden = {
  serverSeed: `${'c0ffee'.repeat(10)}c0ff`,
  commit: '53cd3b418bb2d1ed2a1e49f6ab241ae86b0f46eb4c198b4baf4dd471265d703d',
  clientSeed: 'angler-1',
  tableHash: '666794e899423c4ae32ed0457a1eb529ea575a3ec25dc1c18e9e223ca8c78511',
}

/** The first casts of the golden dive, from domain §2.6. */
export const goldenCasts: Cast[] = [
  {
    seq: 1,
    level: 1,
    nonce: 0,
    t: 726_676,
    kind: 'empty',
    id: null,
    x10: 0,
    value: '0.00',
    bonus: '0.00',
    destroyed: [],
    shield: false,
  },
  {
    seq: 2,
    level: 2,
    nonce: 1,
    t: 502_574,
    kind: 'mine',
    id: null,
    x10: 0,
    value: '0.00',
    bonus: '0.00',
    destroyed: [],
    shield: false,
  },
]

/** An open dive at level 10, as after the golden dive's ninth cast. */
export const dive: Dive = {
  dive_id: '01JGOLDENDIVE',
  stake: 100,
  fund: 'paid',
  level: 10,
  seq: 10,
  casts: 9,
  staked: 900,
  line: [
    { i: 0, id: 'anchovy', level: 4, value: '50.00' },
    { i: 1, id: 'sardine', level: 5, value: '100.00' },
    { i: 2, id: 'tuna', level: 9, value: '500.00' },
  ],
  line_value: '650.00',
  safe: '13.25',
  chest_usdt: '0.000000',
  nonce: 9,
  commit: golden.commit,
  client_seed: golden.clientSeed,
  started_at: Date.now() - 60_000,
  next_cast_at: Date.now(),
  expires_at: Date.now() + 24 * hourMs,
}

const system: SystemConfigData = {
  product_id: 1,
  base_token: 'usdt',
  token_symbol: 'gusd',
  token_factor: 10_000,
  languages: [
    { code: 'en', label: 'English' },
    { code: 'zh', label: '中文' },
  ],
  maintenance: {},
  min_client: '0',
  debug: false,
  terms_version: '1',
  root_scode: 'DEEPSEA1',
  support_url: 'https://t.me/deepline_help',
  channel_url: 'https://t.me/deepline',
  download_url: 'https://t.me/deepline_bot',
}

const signin: SigninInfoData = {
  today: '2026-11-21',
  signed: false,
  streak: 3,
  step: 4,
  resets_at: Date.now() + 5 * hourMs,
  days: (
    [
      [100, 0],
      [150, 1],
      [200, 1],
      [250, 1],
      [300, 1],
      [400, 1],
      [600, 3],
    ] as const
  ).map(([coin, diamond], index) => ({
    step: index + 1,
    coin,
    diamond,
    state: index < 3 ? 'done' : index === 3 ? 'today' : 'next',
  })),
}

const player: FishingPlayerInfoData = {
  asset,
  dive: null,
  limits_left: { loss_today: '41.250000' },
  session: { started_at: Date.now() - 600_000, staked: 900, won: '663.25', net: '-236.75' },
  free_coin: { amount: 1_000, floor: 1_000, can_receive: false, reason: 4003 },
}

const config: FishingConfigData = {
  play_options: [10, 20, 50, 100, 200, 500, 1000, 2000, 5000],
  stake_max: 5000,
  paytable,
  table_hash: golden.tableHash,
  deep_start: [
    { level: 6, diamond: 1 },
    { level: 11, diamond: 2 },
    { level: 21, diamond: 5 },
    { level: 28, diamond: 10 },
  ],
  shield_cost: 1,
  min_cast_ms: 2500,
  rtp: '0.94',
  cap_x: 10_000,
  bands: paytable.bands.map(({ levels: [from = 1, to = 1], mult }) => ({ from, to, mult })),
}

const team: TeamInfoData = {
  invite_link: 'https://t.me/bot/app?startapp=r_K7QM2XWA',
  scode: 'K7QM2XWA',
  invite_entered: false,
  inviter: null,
  friends: 2,
  friends_l2: 0,
  valid_invites: 1,
  tied_friends: 0,
  diamonds_today: 2,
  diamonds_cap: 50,
  rebate_total: '0.020652',
  pending: { count: 1, diamonds: 2, usdt: '0.000000' },
  rate_l1: '0.05',
  rate_l2: '0.01',
}

const lines: readonly [string, string, string, string][] = [
  ['gusd', '663.25', '1663.25', 'DiveClosed'],
  ['coin', '-100', '12450', 'CastResolved'],
  ['coin', '-100', '12550', 'CastResolved'],
  ['diamond', '-2', '14', 'DiveStarted'],
  ['coin', '200', '12650', 'SignedIn'],
  ['diamond', '1', '16', 'SignedIn'],
  ['coin', '1000', '12450', 'FreeCoinClaimed'],
  ['usdt', '0.020652', '3.204500', 'TeamRecordReceived'],
]

/** What a line says of its event. */
const whyOf = (event: string, index: number): WalletLine['why'] => ({
  event,
  event_id: `e-${900 - index}`,
  rule: event === 'DiveClosed' ? 'dive.payout' : 'other',
  config_version: 3,
  inputs:
    event === 'DiveClosed'
      ? [
          { name: 'casts', value: '9' },
          { name: 'staked', value: '900' },
          { name: 'payout', value: '663.25' },
        ]
      : [],
})

const history: WalletHistoryData = {
  list: lines.map(([name, delta, after, reason], index) => ({
    id: String(900 - index),
    asset: name,
    delta,
    after,
    reason,
    ref: `player-1/${214 - index}`,
    why: whyOf(reason, index),
    at: Date.now() - index * 5 * hourMs,
  })),
  next_last_id: '893',
  has_more: false,
}

const dives: FishingHistoryData = {
  list: [
    {
      dive_id: dive.dive_id,
      reason: 'surfaced',
      casts: 9,
      staked: 900,
      fish: '650.00',
      bonus: '13.25',
      chest_gusd: '0.00',
      chest_usdt: '0.000000',
      payout: '663.25',
      credited_as: 'gusd',
      profit: '0.00',
      capped: false,
      closed_at: Date.now() - hourMs,
      stake: 100,
      fund: 'paid',
      start_level: 1,
      started_at: Date.now() - 2 * hourMs,
    },
  ],
  next_last_id: '',
  has_more: false,
}

const detail: FishingDiveDetailData = {
  result: dives.list[0] ?? null,
  casts: goldenCasts,
  commit: golden.commit,
  server_seed: golden.serverSeed,
  client_seed: golden.clientSeed,
  table_hash: golden.tableHash,
  paytable,
}

/** Fifteen of the species were caught, one of them in the golden dive for the first time. */
const collection: CollectionInfoData = {
  species: paytable.bands.flatMap(({ fish, levels: [from = 1, to = 1] }, band) =>
    fish.map(({ id }, place) => ({
      id,
      from,
      to,
      record:
        band + place > 4
          ? null
          : {
              times: 60 >> (band + place),
              first_at: Date.now() - (20 - band - place) * 24 * hourMs,
              first_dive_id: id === 'tuna' ? dive.dive_id : '01JANOTHERDIVE',
              last_at: Date.now() - 3 * hourMs,
              best_value: '100.00',
              best_level: from + place,
              best_at: Date.now() - 30 * hourMs,
            },
    })),
  ),
  caught: 15,
  achievements: (
    [
      ['first_catch', 'species', 1, 20],
      ['species_10', 'species', 10, 4],
      ['species_20', 'species', 20, 0],
      ['species_all', 'species', 25, 0],
      ['depth_10', 'depth', 10, 18],
      ['depth_20', 'depth', 20, 9],
      ['depth_bottom', 'depth', 37, 0],
      ['week_checked_in', 'check_ins', 7, 2],
      ['first_friend', 'friends', 1, 0],
      ['week_podium', 'week_place', 3, 0],
    ] as const
  ).map(([id, of, target, days]) => ({
    id,
    of,
    target,
    reached_at: days === 0 ? null : Date.now() - days * 24 * hourMs,
  })),
}

const seed: FishingSeedInfoData = {
  commit: 'b7d0c8a85f0f3d6a3f8f3d0be2c1e8b7f4a6c5d4e3f2a1b0c9d8e7f6a5b4c3d2',
  next_commit: '1f3a5c7e9b0d2f4a6c8e0b1d3f5a7c9e1b3d5f7a9c0e2b4d6f8a0c1e3b5d7f9a',
  client_seed: 'angler-2',
  nonce: 12,
  previous: {
    server_seed: golden.serverSeed,
    commit: golden.commit,
    client_seed: golden.clientSeed,
    casts: 37,
  },
  log: null,
}

const login: LoginTelegramData = {
  token: 'a'.repeat(64),
  expires_at: Date.now() + 7 * 24 * hourMs,
  is_new: false,
  inviter_applied: false,
  user,
}

/** Data of each call by its path after /api/v1/. Tests replace what they are about. */
export const world: Readonly<Record<string, unknown>> = {
  'login/telegram': login,
  'system/config': system,
  'user/info': { user },
  'user/accept_terms': { user },
  'fishing/config': config,
  'fishing/player_info': player,
  'fishing/receive_free_coin': { coin: 1_000, asset: { ...asset, coin: asset.coin + 1_000, ver: 215 } },
  'signin/info': signin,
  'signin/sign': {
    step: 4,
    streak: 4,
    coin: 250,
    diamond: 1,
    asset: { ...asset, coin: asset.coin + 250, diamond: 15, ver: 216 },
  },
  'team/info': team,
  'wallet/history': history,
  'wallet/proof': { statement: null, proofs: [], custody: [] },
  'fishing/history': dives,
  'fishing/dive_detail': detail,
  'collection/info': collection,
  'fishing/seed_info': seed,
  'fishing/seed_rotate': seed,
  ...people(asset),
  ...worldPay,
}
