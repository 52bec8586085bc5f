// What paying and exchanging answer in the small world: a Silver player with an order under way.
import type {
  CouponInfoData,
  CouponRecordsData,
  ExchangeInfoData,
  ExchangeRecordsData,
  Item,
  Limits,
  LimitsInfoData,
  Order,
  SessionListData,
  ShopListData,
  TopupRecordsData,
  Vip,
  VipInfoData,
} from '../api/endpoints.gen.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const now = Date.now()

/** The table of domain §3.4: price, coins, claims, floor, diamonds, withdrawals, USDT, fee. */
const tiers = [
  ['Bronze', 5, 1_000, 1, 2_000, 1, 1, 50, '0.015'],
  ['Silver', 20, 2_500, 2, 5_000, 1, 2, 200, '0.01'],
  ['Gold', 50, 6_500, 2, 10_000, 2, 2, 500, '0.008'],
  ['Platinum', 100, 8_500, 3, 20_000, 2, 3, 1_000, '0.005'],
  ['Diamond', 300, 24_000, 3, 50_000, 3, 5, 3_000, '0'],
] as const

const list: Vip[] = tiers.map(
  ([name, price, coins, daily_count, floor, diamonds, wd_count, wd_limit, fee_rate], index) => ({
    vip_id: index + 1,
    name,
    price: `${price}.000000`,
    days: 30,
    coins,
    daily_count,
    floor,
    diamonds,
    wd_count,
    wd_limit: `${wd_limit}.000000`,
    fee_rate,
    fee_min: '0.500000',
    active: index === 1,
    expires_at: index === 1 ? now + 12 * dayMs : index === 0 ? now + 31 * dayMs : null,
    claimed_today: index === 1 ? 1 : 0,
    next_claim_at: null,
    can_receive: index === 1,
  }),
)

const vip: VipInfoData = {
  current: 2,
  expires_at: now + 12 * dayMs,
  list,
  free: { coins: 1_000, floor: 1_000, daily_count: 1, claimed_today: 0, need_invite: false },
}

const plain: Item = {
  item_id: 'coins_1',
  title: '10,000 coins',
  price: '1.000000',
  coin_paid: 10_000,
  coin_promo: 0,
  diamond: 0,
  vip_id: null,
  bought: 0,
  limit: null,
  stock: null,
  first_buy: false,
}

const shop: ShopListData = {
  list: [
    {
      ...plain,
      item_id: 'first_cast',
      title: 'First-cast pack',
      price: '0.990000',
      coin_paid: 9_900,
      diamond: 20,
      limit: { n: 1, per: 'life' },
      first_buy: true,
    },
    plain,
    {
      ...plain,
      item_id: 'coins_5',
      title: '50,000 coins',
      price: '5.000000',
      coin_paid: 50_000,
      coin_promo: 1_000,
    },
    {
      ...plain,
      item_id: 'coins_10',
      title: '100,000 coins',
      price: '10.000000',
      coin_paid: 100_000,
      coin_promo: 3_000,
    },
    {
      ...plain,
      item_id: 'coins_50',
      title: '500,000 coins',
      price: '50.000000',
      coin_paid: 500_000,
      coin_promo: 20_000,
      stock: 12,
    },
    {
      ...plain,
      item_id: 'diamonds_60',
      title: '60 diamonds',
      coin_paid: 0,
      diamond: 60,
      bought: 2,
      limit: { n: 5, per: 'day' },
    },
    {
      ...plain,
      item_id: 'regatta',
      title: 'Regatta pack',
      price: '3.000000',
      coin_paid: 30_000,
      coin_promo: 600,
      diamond: 10,
      stock: 0,
    },
  ],
}

/** An order that waits for its payment. */
export const order: Order = {
  order_no: 'T7K2Q9XMWA4B',
  channel: 'ton_usdt',
  amount: '5.000000',
  credited: null,
  state: 'created',
  reason: null,
  pay: {
    to: 'UQBvW8Z5huBkMJYdnfAEM5JqTNkuWX3diqYENkWsIL0XggGG',
    jetton_master: 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs',
    comment: 'T7K2Q9XMWA4B',
    valid_until: now + 24 * 60_000,
  },
  tx: null,
  created_at: now - 6 * 60_000,
}

const coupon: CouponInfoData = {
  coupon: '12.500000',
  rate: '1',
  min: '1.000000',
  max: '5000.000000',
  channels: ['ton_usdt'],
  open: [order],
  deposit_left: { day: '45.000000', week: null, month: null },
}

const couponRecords: CouponRecordsData = {
  list: (
    [
      ['topup', '10.000000', 'T6A1B2C3D4E5'],
      ['shop', '-5.000000', 'coins_5'],
      ['from_usdt', '7.500000', '1'],
      ['vip', '-20.000000', '2'],
      ['vip', '-5.000000', '1', 'usdt'],
      ['topup', '20.000000', 'T5Z9Y8X7W6V5'],
    ] as const
  ).map(([kind, amount, ref, asset = 'coupon' as const], index) => ({
    id: String(90 - index),
    kind,
    asset,
    amount,
    ref,
    at: now - index * 9 * hourMs,
  })),
  next_last_id: '',
  has_more: false,
}

const orders: TopupRecordsData = {
  list: [
    order,
    {
      ...order,
      order_no: 'T6A1B2C3D4E5',
      amount: '10.000000',
      credited: '10.000000',
      state: 'success',
      pay: null,
      tx: '9f2c4b7d1e',
      created_at: now - 9 * hourMs,
    },
    {
      ...order,
      order_no: 'T6A1B2C3D4F6',
      amount: '50.000000',
      state: 'loading',
      pay: null,
      tx: '1a2b3c4d5e',
      created_at: now - 10 * hourMs,
    },
    {
      ...order,
      order_no: 'T5Z9Y8X7W6V4',
      amount: '20.000000',
      state: 'fail',
      reason: 'expired',
      pay: null,
      created_at: now - 40 * hourMs,
    },
  ],
  next_last_id: '',
  has_more: false,
}

const exchange: ExchangeInfoData = {
  pairs: [
    { pair: 'gusd_usdt', rate: '0.0001', min: '10000.00', max_today: '4000000.00', left_today: '3750000.00' },
    { pair: 'usdt_coupon', rate: '1', min: '1.000000', max_today: '3.204500', left_today: '3.204500' },
  ],
  unlock: {
    bonus: '240.00',
    left_today: '500.00',
    pool_left: '48210.00',
    gate: [
      { code: 'age', ok: true },
      { code: 'invite', ok: true },
      { code: 'identity_or_topup', ok: false },
    ],
  },
}

const exchangeRecords: ExchangeRecordsData = {
  list: [
    { id: '12', pair: 'gusd_usdt', paid: '24130.00', got: '2.413000', at: now - 5 * hourMs },
    { id: '11', pair: 'usdt_coupon', paid: '7.500000', got: '7.500000', at: now - 30 * hourMs },
  ],
  next_last_id: '',
  has_more: false,
}

const limits: Limits = {
  deposit_day: '50.000000',
  deposit_week: null,
  deposit_month: null,
  loss_day: '50.000000',
  session_min: 120,
  cool_off_until: null,
  excluded_until: null,
  pending: [{ field: 'deposit_day', value: '80.000000', at: now + 20 * hourMs }],
}

const messages = { checkin: false, withdrawal: true, friend: false, bonus: false, blocked: false }
const limitsInfo: LimitsInfoData = { limits }

const sessions: SessionListData = {
  list: [
    {
      session: 'a1b2c3d4e5f60718',
      device: 'android',
      created_at: now - 3 * dayMs,
      seen_at: now - hourMs,
      current: true,
    },
    {
      session: 'b2c3d4e5f6a70819',
      device: 'ios',
      created_at: now - 5 * dayMs,
      seen_at: now - 2 * dayMs,
      current: false,
    },
    {
      session: 'c3d4e5f6a7b8091a',
      device: 'unknown',
      created_at: now - 9 * dayMs,
      seen_at: now - 6 * dayMs,
      current: false,
    },
  ],
}

const demoWallet = {
  address: 'UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI',
  raw: '0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8',
  public_key: '00'.repeat(32),
  state_init: 'te6ccgEBAQEAAgAAAA==',
  ton: '5000000000',
  usdt: '5000.000000',
}

/** Data of each call by its path after /api/v1/. */
export const worldPay: Readonly<Record<string, unknown>> = {
  'vip/info': vip,
  'shop/list': shop,
  'coupon/info': coupon,
  'coupon/records': couponRecords,
  'topup/records': orders,
  'topup/status': { order },
  'topup/create': { order },
  'topup/cancel': { order: { ...order, state: 'fail', reason: 'denied', pay: null } },
  'exchange/info': exchange,
  'exchange/records': exchangeRecords,
  'limits/info': limitsInfo,
  'topup/message': {
    valid_until: Math.floor(now / 1_000) + 240,
    messages: [
      {
        address: 'EQAmJs8wtwK93thF78iD76RQKf9Z3v2sxM57iwpZZtdQAiVM',
        amount: '100000000',
        payload: 'te6ccgEBAQEAAgAAAA==',
      },
    ],
  },
  'topup/submit': { order: { ...order, state: 'submitted' } },
  'dev/wallet/info': demoWallet,
  'dev/wallet/send': { boc: 'te6ccgEBAQEAAgAAAA==' },
  'limits/set': limitsInfo,
  'limits/exclude': limitsInfo,
  'session/list': sessions,
  'session/end': { list: sessions.list.slice(0, 1) },
  'messages/info': { messages },
  'messages/set': { messages },
  'user/delete': { erase_at: now + 30 * dayMs },
}
