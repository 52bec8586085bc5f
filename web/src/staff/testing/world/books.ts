// What the books, the log and the evidence screens are answered. A function may look at the body.
// The numbers hang together: legs add up to zero, opening and lines make the closing.
import type {
  AccountRow,
  AuditsInfoData,
  Balance,
  BooksAccountsData,
  BooksStatementData,
  BooksTrialData,
  ShownCheckpoint,
  EntriesExplainData,
  EntriesListData,
  Entry,
  EventHeading,
  EventsCausesData,
  EventsInfoData,
  EventsListData,
  ExportsInfoData,
  JobState,
  OverviewInfoData,
  PlayersInfoData,
  PlayersSearchData,
  PlayersTimelineData,
  ProofData,
  ProofsCheckpointsData,
  RegistersListData,
  ReplaysInfoData,
  SamplesDrawData,
  TimelineLine,
  TrialRow,
  TrialSum,
} from '../../api/endpoints.gen.ts'
import type { At } from '../../api/view.ts'

const dayMs = 86_400_000
/** Noon of a Sunday; everything happened in the days before. */
export const nowMs = Date.UTC(2026, 10, 22, 12)
export const head = 48_031
export const mara = '1b311d39-ade5-51ce-aca9-49a3383d0aa6'
const noor = '72cba8c7-bbe8-59b4-aace-8ff5370198a5'
const ivo = '45891b6f-8e76-5608-a660-a6d80c7a3d6f'

export const at: At = { positions: { 0: head }, time_ms: nowMs }
const id = (n: number) => `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
const hash = (n: number) =>
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
const assetOf = (account: string) => /^(?:h:)?(coin|diamond|gusd|usdt|coupon)/.exec(account)?.[1] ?? ''
const stories = Array.from({ length: 240 }, (_, n) => ({ n: n + 1, story: cycle[n % cycle.length] as Story }))

type Recorded = { event: EventHeading; values: Record<string, string>; legs: Entry[] }
const all: Recorded[] = stories.map(({ n, story: [event_type, values, legs, actor = 'player'] }) => {
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

const newest = all.toReversed()
const lines = newest.flatMap(({ legs }) => legs.toReversed())
const own = (owner: string | undefined, account: string | undefined) =>
  lines.filter(
    (line) =>
      (!owner || line.owner === (owner === 'house' ? null : owner)) && (!account || line.account === account),
  )

type Body = Readonly<Record<string, string | number | undefined>>
const many = 100
const page = <Row>(rows: readonly Row[], body: Body) => {
  const from = Number(body['before'] ?? 0)
  const end = from + Number(body['limit'] ?? many)
  return { list: rows.slice(from, end), next: end < rows.length ? String(end) : null }
}

const balance = (account: string): Balance => ({
  account,
  asset: assetOf(account) || 'usdt',
  balance: (balances.get(account) ?? 0n).toString(),
  position: lines.find((line) => line.account === account)?.position ?? 0,
})
const purses = [
  'coin_paid',
  'coin_promo',
  'diamond',
  'gusd',
  'gusd_bonus',
  'usdt',
  'usdt_hold',
  'coupon',
  'referral_due',
]

const player: PlayersInfoData = {
  at,
  player: mara,
  tg_id: '1001',
  scode: 'R361FY3Z',
  lang: 'en',
  registered_at_ms: nowMs - 19 * dayMs,
  countries: ['MT', 'DE'],
  version: 240,
  balances: purses
    .map(balance)
    .map((line) => (line.account === 'referral_due' ? { ...line, asset: 'usdt', balance: '20652' } : line)),
  holds: true,
  vip: 2,
  links: {
    inviter: noor,
    upline: ivo,
    friends: [{ player: ivo, since_ms: nowMs - 9 * dayMs }],
    cluster: { name: 'device-1', others: [noor] },
  },
  limits: {
    deposit_day: '50000000',
    deposit_week: null,
    deposit_month: '500000000',
    loss_day: null,
    session_min: 90,
    pending: 1,
    cool_off_until_ms: null,
    excluded_until_ms: null,
    frozen: true,
    erase_at_ms: null,
    erased: false,
  },
  dive: {
    dive: '0d416b7c-4c98-52c0-8052-5a2ecf207911',
    stake: '1000',
    fund: 'coin_paid',
    casts: 2,
    level: 14,
    safe: '63250',
    at_risk: 1,
    started_at_ms: nowMs - 90_000,
    touched_at_ms: nowMs - 4_000,
  },
  kyc: { status: 'approved', revision: 2, submitted_at_ms: nowMs - 8 * dayMs, expires_on: '2030-01-01' },
  address: 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N',
}

const trialRows: TrialRow[] = [
  row('usdt', '812450000', '340000000', '118320000'),
  row('usdt_hold', '120000000', '100000000', '60000000'),
  row('referral_due', '40650000', '2000000', '5120345'),
  row('h:usdt_custody', '-80412500000', '1240000000', '505000000'),
  row('h:usdt_customer', '4120400000', '500000000', '740000000'),
  row('h:usdt_reserve', '74801000000', '118320000', '505000000'),
  row('h:usdt_promo_budget', '500000000', '20000000', '0'),
  row('h:usdt_fee', '18000000', '0', '2500000'),
  row('coupon', '4120400000', '500000000', '740000000'),
  row('h:coupon_issue', '-9120400000', '740000000', '0'),
  row('h:coupon_sink', '5000000000', '0', '500000000'),
  row('gusd', '21400050', '8100000', '9412345'),
  row('gusd_bonus', '5100000', '100000', '240000'),
  row('h:gusd_issue.paid', '-41400050', '9412345', '0'),
  row('h:gusd_issue.bonus', '-5100000', '240000', '0'),
  row('h:gusd_burn', '20000000', '0', '8200000'),
  row('coin_paid', '1203400', '640000', '500000'),
  row('coin_promo', '230000', '120000', '145000'),
  row('h:coin_issue.shop', '-9000000', '500000', '0'),
  row('h:coin_issue.free', '-1433400', '145000', '0'),
  row('h:coin_sink', '9000000', '0', '760000'),
  row('diamond', '812', '40', '66'),
  row('h:diamond_issue.signin', '-1200', '66', '0'),
  row('h:diamond_sink', '388', '0', '40'),
]

function row(account: string, opening: string, debit: string, credit: string): TrialRow {
  return {
    account,
    asset: assetOf(account) || 'usdt',
    opening,
    debit,
    credit,
    closing: (BigInt(opening) + BigInt(credit) - BigInt(debit)).toString(),
  }
}

/** The reserve takes up what the invented lines leave open. */
function sums(): TrialSum[] {
  return ['usdt', 'coupon', 'gusd', 'coin', 'diamond'].map((asset) => {
    const mine = trialRows.filter((one) => one.asset === asset)
    const last = mine.at(-1) as TrialRow
    const sum = (field: 'opening' | 'debit' | 'credit') =>
      mine.reduce((total, one) => total + BigInt(one[field]), 0n)
    last.opening = (BigInt(last.opening) - sum('opening')).toString()
    const gap = sum('debit') - sum('credit')
    if (gap > 0n) last.credit = (BigInt(last.credit) + gap).toString()
    else last.debit = (BigInt(last.debit) - gap).toString()
    last.closing = (BigInt(last.opening) + BigInt(last.credit) - BigInt(last.debit)).toString()
    return {
      asset,
      opening: '0',
      debit: sum('debit').toString(),
      credit: sum('credit').toString(),
      closing: '0',
      holds: true,
    }
  })
}

const trial: BooksTrialData = {
  at,
  from: { positions: { 0: 41_000 }, time_ms: nowMs - 21 * dayMs },
  sums: sums(),
  list: trialRows,
  holds: true,
}

const checkpoint = (number: number): ShownCheckpoint => ({
  number,
  at_ms: nowMs - (12 - number) * 3_600_000,
  origin: 'ledger/7d1f',
  events: head - (12 - number) * 900,
  logs: [
    { partition: 0, size: head - (12 - number) * 900, root: 'q3mZ0vYbYkq6o1R5hQ8mB1pXyT7cWj2nS4dLeUuVw9s=' },
  ],
  vkey: 'ledger/7d1f+8c1d4f2a+AXm3b9s2Qp4vK1nT0cYw',
  note:
    `ledger/7d1f\n${head - (12 - number) * 900}\nq3mZ0vYbYkq6o1R5hQ8mB1pXyT7cWj2nS4dLeUuVw9s=\n\n— ` +
    'ledger/7d1f jB1PKoW5c0VQq2n7m6ZyG3h4…\n',
})
const checkpoints = Array.from({ length: 12 }, (_, n) => checkpoint(12 - n))

const overview: OverviewInfoData = {
  at,
  assets: [...trial.sums].map(({ asset }) => {
    const players = trialRows
      .filter((one) => one.asset === asset && !one.account.startsWith('h:'))
      .reduce((total, one) => total + BigInt(one.closing), 0n)
    return { asset, players: players.toString(), house: (-players).toString(), sum: '0' }
  }),
  solvency: [
    { name: 'custody', has: '81147500000', owes: '5251220345', holds: true },
    { name: 'reserve', has: '75187680000', owes: '66762740', holds: true },
  ],
  series: Array.from({ length: 30 }, (_, n) => ({
    day: new Date(nowMs - (29 - n) * dayMs).toISOString().slice(0, 10),
    money_in: String(180_000_000 + ((n * 7_919) % 31) * 9_400_000),
    money_out: String(90_000_000 + ((n * 104_729) % 23) * 6_100_000),
    staked: String(41_000 + ((n * 31) % 17) * 2_600),
    won: String(3_900_000 + ((n * 53) % 19) * 210_000),
    reserve_out: '41000000',
    promo: String(((n * 13) % 5) * 1_000_000),
    referral: '512034',
    fees: '2500000',
    coins_given: '24000',
    legs: 4_100 + n * 31,
  })),
  log: { checkpoint: checkpoint(12), unsigned: 214, heads_hold: true },
  followers: [
    'balances',
    'history',
    'dives',
    'leaderboard',
    'team',
    'withdrawals',
    'turnovers',
    'effects',
  ].map((view, n) => ({
    view,
    partition: 0,
    behind: n === 6 ? 12 : 0,
    behind_ms: n === 6 ? 840 : 0,
    stopped_at: null,
  })),
  chain: [
    {
      rail: 'ton',
      checked_at_ms: nowMs - 600_000,
      on_chain: '81147500000',
      in_books: '81147500000',
      under_way: '60000000',
      unbooked: '0',
    },
  ],
}

const job: JobState = {
  id: id(9),
  state: 'done',
  done: head,
  total: head,
  by: 'aud',
  started_at_ms: nowMs - 64_000,
  ended_at_ms: nowMs - 2_000,
  problem: null,
}
const first = (all[241 - 3] ?? all[0]) as Recorded
const eventAt = (body: Body): Recorded =>
  all.find(
    ({ event }) => event.position === Number(body['position']) || event.event_id === body['event_id'],
  ) ?? first

const info = (body: Body): EventsInfoData => {
  const { event, values, legs } = eventAt(body)
  return {
    event,
    shape: '1',
    payload: JSON.stringify({ [event.event_type]: values }),
    metadata: JSON.stringify({ actor: event.actor, request: id(77), app: '0.9.1' }),
    legs,
    chain: {
      leaf: hash(event.position),
      previous: hash(event.position - 1),
      computed: hash(event.position),
      holds: true,
      next_position: event.position + 7 > head ? null : event.position + 7,
    },
  }
}

const explain = (body: Body): EntriesExplainData => {
  const { event, values, legs } = eventAt(body)
  const entry = (legs.find(({ leg }) => leg === Number(body['leg'])) ?? legs[0]) as Entry
  return {
    entry,
    legs,
    why: {
      event: event.event_type,
      event_id: event.event_id,
      rule: 'exchange.rate',
      config_version: 3,
      inputs: Object.entries(values).map(([name, value]) => ({ name, value })),
    },
    command: {
      actor: event.actor,
      request_id: id(77),
      digest: hash(3),
      answered_at_ms: event.at_ms,
      code: 0,
      events: 1,
    },
    causes: all.slice(230, 232).map((one) => one.event),
    sentence: { key: 'exchange.rate', way: 'in', values },
    before: (BigInt(entry.after) - BigInt(entry.amount)).toString(),
  }
}

const registers: Record<string, { type: string; values: Record<string, string>; stream: string }[]> = {
  manual: [
    {
      type: 'AdjustmentPosted',
      values: {
        purse: 'coin_paid',
        delta: '100000',
        counter: 'h:coin_issue.shop',
        case_id: 'case-118',
        proposer: 'ann',
        approver: 'bob',
      },
      stream: 'player',
    },
    {
      type: 'ReserveFunded',
      values: { amount: '25000.000000', proposer: 'ann', approver: 'bob', reason: 'Opening reserve' },
      stream: 'treasury',
    },
  ],
  reversed: [
    {
      type: 'DiveVoided',
      values: {
        dive: 'b1894ea3-02e8-517d-87fd-8f7d65f04660',
        fund: 'paid',
        casts: '6',
        refund: '6000',
        returned: '0',
        case_id: 'case-2',
        proposer: 'ann',
        approver: 'bob',
      },
      stream: 'player',
    },
  ],
  approvals: [
    { type: 'Approved', values: { by: 'bob', digest: hash(5), reason: 'it is right' }, stream: 'proposal' },
  ],
  config: [
    {
      type: 'ConfigApproved',
      values: { version: '4', approver: 'bo', effective_at: String(nowMs) },
      stream: 'config_section',
    },
  ],
  personal: [
    {
      type: 'KycOpened',
      values: { submission: ivo, by: 'ann', reason: 'review', with_images: 'true' },
      stream: 'kyc',
    },
  ],
}

/** Answers by path after /staff/v1/. */
export const booksWorld: Readonly<Record<string, unknown>> = {
  'overview/info': overview,
  'players/search': (body: Body): PlayersSearchData => ({
    at,
    list: String(body['query']).startsWith('nobody')
      ? []
      : [
          {
            player: mara,
            tg_id: '1001',
            scode: 'R361FY3Z',
            registered_at_ms: nowMs - 19 * dayMs,
            matched: 'scode',
          },
          {
            player: noor,
            tg_id: '1002',
            scode: 'K93HD0PA',
            registered_at_ms: nowMs - 44 * dayMs,
            matched: 'address',
          },
        ],
  }),
  'players/info': (body: Body): PlayersInfoData => {
    const upto = Number(body['as_of'] ?? head)
    const known = (account: string) => lines.find((line) => line.account === account && line.position <= upto)
    return {
      ...player,
      at: { positions: { 0: upto }, time_ms: nowMs },
      balances: player.balances.map((line) =>
        upto < head && line.account !== 'referral_due'
          ? {
              ...line,
              balance: known(line.account)?.after ?? '0',
              position: known(line.account)?.position ?? 0,
            }
          : line,
      ),
    }
  },
  'players/timeline': (body: Body): PlayersTimelineData => ({
    at,
    total: newest.length,
    ...page(
      newest.map(({ event, values, legs }): TimelineLine => ({
        event,
        values,
        moved: legs
          .filter(({ owner }) => owner === mara)
          .map(({ account, asset, amount, after }) => ({ account, asset, amount, after })),
      })),
      body,
    ),
  }),
  'entries/list': (body: Body): EntriesListData => ({
    at: body['as_of'] ? { positions: { 0: Number(body['as_of']) }, time_ms: nowMs - 3_600_000 } : at,
    prev: null,
    searched_to: null,
    ...page(own(body['owner'] as string | undefined, body['account'] as string | undefined), body),
  }),
  'entries/explain': explain,
  'books/trial': trial,
  'books/accounts': (body: Body): BooksAccountsData => ({
    at,
    list: [mara, noor, ivo].map((owner, n): AccountRow => ({
      owner,
      account: String(body['account']),
      asset: assetOf(String(body['account'])) || 'usdt',
      balance: String(812_450_000 - n * 71_000_003),
      position: head - n,
    })),
    next: null,
  }),
  'books/statement': (body: Body): BooksStatementData => {
    const { list, next } = page(own(String(body['owner']), body['account'] as string | undefined), body)
    return {
      at,
      from: null,
      opening: [],
      lines: list,
      closing: purses
        .slice(0, 8)
        .map(balance)
        .filter((line) => line.balance !== '0'),
      total: own(String(body['owner']), body['account'] as string | undefined).length,
      next,
      holds: true,
      problem: null,
    }
  },
  'events/list': (body: Body): EventsListData => ({
    at,
    prev: null,
    searched_to: null,
    ...page(
      newest.map(({ event }) => event),
      body,
    ),
  }),
  'events/info': info,
  'events/causes': (body: Body): EventsCausesData => ({
    at,
    event: eventAt(body).event,
    upstream: all.slice(230, 231).map((one) => one.event),
    together: [eventAt(body).event],
    downstream: all.slice(236, 238).map((one) => one.event),
    more: false,
  }),
  'registers/list': (body: Body): RegistersListData => ({
    at,
    types: [],
    next: null,
    list:
      body['register'] === 'refused'
        ? [
            {
              event: null,
              values: {},
              refused: {
                request_id: id(31),
                owner: mara,
                at_ms: nowMs - 90_000,
                code: 6005,
                message: 'A withdrawal is at least 5 USDT.',
              },
            },
          ]
        : (registers[String(body['register'])] ?? []).map(({ type, values, stream }, n) => ({
            event: {
              ...first.event,
              id: `${n}`,
              position: head - n * 300,
              at_ms: nowMs - n * 8_000_000,
              event_type: type,
              stream,
              actor: 'staff:ann',
            },
            values,
            refused: null,
          })),
  }),
  'proofs/checkpoints': { at, list: checkpoints, next: null } satisfies ProofsCheckpointsData,
  'proofs/inclusion': (body: Body): ProofData => ({
    what: `Event ${String(body['position'])} of log 0 is in the log`,
    checkpoint: checkpoint(12),
    bundle: '{"proof":"inclusion"}',
  }),
  'proofs/consistency': (body: Body): ProofData => ({
    what: `The log of checkpoint ${String(body['old'])} has only grown`,
    checkpoint: checkpoint(12),
    bundle: '{"proof":"consistency"}',
  }),
  'samples/draw': (body: Body): SamplesDrawData => ({
    at,
    from: null,
    population: head,
    method:
      'Number n of the draw is SHA-256(seed, n) over the events in the order of the log; a place that ' +
      'was drawn already is passed over.',
    list: newest
      .slice(0, Number(body['count']))
      .map(({ event, legs }, draw) => ({ draw: draw + 1, index: event.position - 1, event, legs })),
  }),
  'replays/run': job,
  'replays/info': {
    job,
    holds: false,
    list: [
      ...trialRows.slice(0, 14).map(({ account, asset, closing }) => ({
        what: account,
        asset,
        folded: closing,
        live: closing,
        compared: 840,
        equal: true,
        first: null,
      })),
      {
        what: 'state of player',
        asset: 'coupon',
        folded: '4360400000',
        live: '4360400001',
        compared: 840,
        equal: false,
        first: `Player ${mara} has one minor unit more than history says`,
      },
    ],
  } satisfies ReplaysInfoData,
  'audits/run': job,
  'audits/info': {
    job,
    holds: true,
    list: [
      'Every event moves as much in as out, per asset.',
      'No account of a player is below zero at any position.',
      'Every balance row is the sum of its postings.',
      'Positions have no gaps.',
      'Every request has one answer.',
    ].map((says, n) => ({ law: `L${n + 1}`, says, compared: head - n * 11, broken: 0, first: null })),
  } satisfies AuditsInfoData,
  'exports/start': job,
  'exports/info': {
    job,
    format: 'ndjson',
    checkpoint: checkpoint(12).note,
    files: [
      { name: 'events-0.ndjson', rows: head, bytes: 31_204_551, sha256: hash(1) },
      { name: 'postings-0.ndjson', rows: 120_401, bytes: 18_400_120, sha256: hash(2) },
      { name: 'manifest.json', rows: 0, bytes: 2_104, sha256: null },
    ],
  } satisfies ExportsInfoData,
}
