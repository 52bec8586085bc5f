// The log that books and evidence are read from. The numbers hang together: legs add up to zero, opening and lines make
// the closing.
import type { Balance, Entry, EventHeading } from '../../api/endpoints.gen.ts'
import type { At } from '../../api/view.ts'

export const dayMs = 86_400_000

/** Noon of a Sunday; everything happened in the days before. */
export const nowMs = Date.UTC(2026, 10, 22, 12)

export const head = 48_031

export const mara = '1b311d39-ade5-51ce-aca9-49a3383d0aa6'

export const noor = '72cba8c7-bbe8-59b4-aace-8ff5370198a5'

export const ivo = '45891b6f-8e76-5608-a660-a6d80c7a3d6f'

export const at: At = { positions: { 0: head }, time_ms: nowMs }

export const id = (n: number) => `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

export const hash = (n: number) =>
  Array.from({ length: 8 }, (_, i) =>
    (((n + 1) * 2_654_435_761 * (i + 3)) >>> 0).toString(16).padStart(8, '0'),
  ).join('')

/** What happened to Mara, oldest first: type, values, legs as account and minor units. */
type Story = readonly [
  type: string,
  values: Record<string, string>,
  legs: readonly (readonly [string, bigint])[],
  actor?: string,
]

const cycle: readonly Story[] = [
  [
    'FreeCoinClaimed',
    { day: '2026-11-20', amount: '1000' },
    [
      ['h:coin_issue.free', -1000n],
      ['coin_promo', 1000n],
    ],
  ],
  [
    'TopUpCredited',
    { order_no: 'T10248', amount: '25.000001', tx: '9f2c41aa7be0', lt: '47000001' },
    [
      ['h:usdt_custody', -25_000_001n],
      ['h:usdt_customer', 25_000_001n],
      ['h:coupon_issue', -25_000_001n],
      ['coupon', 25_000_001n],
    ],
    'policy:credit',
  ],
  [
    'ShopPurchased',
    {
      item_id: 'coins_5',
      count: '1',
      paid: '5.000000',
      coin_paid: '50000',
      coin_promo: '1000',
      diamond: '0',
    },
    [
      ['coupon', -5_000_000n],
      ['h:coupon_sink', 5_000_000n],
      ['h:coin_issue.shop', -50_000n],
      ['coin_paid', 50_000n],
      ['h:coin_issue.shop_extra', -1_000n],
      ['coin_promo', 1_000n],
    ],
  ],
  [
    'DiveStarted',
    {
      dive: '0d416b7c-4c98-52c0-8052-5a2ecf207911',
      stake: '1000',
      fund: 'paid',
      start_level: '12',
      diamonds: '0',
    },
    [],
  ],
  [
    'CastResolved',
    {
      dive: '0d416b7c-4c98-52c0-8052-5a2ecf207911',
      level: '12',
      kind: 'fish',
      id: 'sea_bream',
      value: '1500.00',
      bonus: '0.00',
      shield: 'false',
    },
    [
      ['coin_paid', -1000n],
      ['h:coin_sink', 1000n],
    ],
  ],
  [
    'CastResolved',
    {
      dive: '0d416b7c-4c98-52c0-8052-5a2ecf207911',
      level: '13',
      kind: 'empty',
      value: '0.00',
      bonus: '0.00',
      shield: 'false',
    },
    [
      ['coin_paid', -1000n],
      ['h:coin_sink', 1000n],
    ],
  ],
  [
    'DiveClosed',
    {
      dive: '0d416b7c-4c98-52c0-8052-5a2ecf207911',
      reason: 'surfaced',
      casts: '2',
      staked: '2000',
      payout: '1500.00',
      chest_usdt: '0.000000',
      capped: 'false',
    },
    [
      ['h:gusd_issue.paid', -150_000n],
      ['gusd', 150_000n],
    ],
  ],
  [
    'Exchanged',
    { gusd: '1000.00', usdt: '0.100000' },
    [
      ['gusd', -100_000n],
      ['h:gusd_burn', 100_000n],
      ['h:usdt_reserve', -100_000n],
      ['usdt', 100_000n],
    ],
  ],
]

const balances = new Map<string, bigint>([['h:usdt_reserve', 75_000_000_000n]])

export const assetOf = (account: string) => /^(?:h:)?(coin|diamond|gusd|usdt|coupon)/.exec(account)?.[1] ?? ''

const stories = Array.from({ length: 240 }, (_, n) => ({ n: n + 1, story: cycle[n % cycle.length] as Story }))

type Recorded = { event: EventHeading; values: Record<string, string>; legs: Entry[] }

export const all: Recorded[] = stories.map(({ n, story: [event_type, values, legs, actor = 'player'] }) => {
  const position = head - (240 - n) * 7
  const event: EventHeading = {
    id: `${position}.0`,
    partition: 0,
    position,
    at_ms: nowMs - (240 - n) * 1_700_000,
    event_id: id(position),
    event_type,
    stream: 'player',
    key: mara,
    version: n,
    actor,
    cause: null,
  }
  return {
    event,
    values,
    legs: legs.map(([account, amount], leg) => lineOf(event, account, amount, leg, legs)),
  }
})

function lineOf(event: EventHeading, account: string, amount: bigint, leg: number, legs: Story[2]): Entry {
  const after = (balances.get(account) ?? 0n) + amount
  balances.set(account, after)
  const counter = legs
    .filter(([other]) => other !== account && assetOf(other) === assetOf(account))
    .map(([other, moved]) => ({
      owner: other.startsWith('h:') ? null : mara,
      account: other,
      amount: moved.toString(),
    }))
  const { partition, position, at_ms, event_id, event_type, stream, key, actor } = event
  return {
    id: `${position}.0.${leg}`,
    partition,
    position,
    leg,
    at_ms,
    event_id,
    event_type,
    stream,
    key,
    actor,
    owner: account.startsWith('h:') ? null : mara,
    account,
    asset: assetOf(account),
    amount: amount.toString(),
    after: after.toString(),
    counter,
  }
}

export const newest = all.toReversed()

export const lines = newest.flatMap(({ legs }) => legs.toReversed())

export const own = (owner: string | undefined, account: string | undefined) =>
  lines.filter(
    (line) =>
      (!owner || line.owner === (owner === 'house' ? null : owner)) && (!account || line.account === account),
  )

export type Body = Readonly<Record<string, string | number | undefined>>

const many = 100

export const page = <Row>(rows: readonly Row[], body: Body) => {
  const from = Number(body['before'] ?? 0)
  const end = from + Number(body['limit'] ?? many)
  return { list: rows.slice(from, end), next: end < rows.length ? String(end) : null }
}

export const balance = (account: string): Balance => ({
  account,
  asset: assetOf(account) || 'usdt',
  balance: (balances.get(account) ?? 0n).toString(),
  position: lines.find((line) => line.account === account)?.position ?? 0,
})

export const first = (all[241 - 3] ?? all[0]) as Recorded

export const eventAt = (body: Body): Recorded =>
  all.find(
    ({ event }) => event.position === Number(body['position']) || event.event_id === body['event_id'],
  ) ?? first
