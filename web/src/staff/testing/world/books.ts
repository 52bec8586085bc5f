// What the overview and the screens of the books are answered.
import type {
  AccountRow,
  BooksAccountsData,
  BooksStatementData,
  BooksTrialData,
  EntriesExplainData,
  EntriesListData,
  Entry,
  OverviewBreaksData,
  OverviewInfoData,
  OverviewQueuesData,
  TrialRow,
  TrialSum,
} from '../../api/endpoints.gen.ts'
import {
  type Body,
  dayMs,
  nowMs,
  head,
  mara,
  noor,
  ivo,
  at,
  id,
  hash,
  assetOf,
  all,
  own,
  page,
  eventAt,
  balance,
} from './log.ts'
import { hourMs, today } from './moment.ts'
import { checkpoint } from './checkpoints.ts'
import { financialsOf } from './financials.ts'
import { sumsOf } from './sums.ts'

export const purses = [
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

export const trialRows: TrialRow[] = [
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

const inCustody = [
  { name: 'h:usdt_custody', amount: '81147500000' },
  { name: 'chain_lacks', amount: '0' },
]
const owedInUsdt = [
  { name: 'usdt', amount: '4021220345' },
  { name: 'usdt_hold', amount: '1200000000' },
  { name: 'h:usdt_suspense', amount: '12000000' },
  { name: 'shares', amount: '30000000' },
]

const overview: OverviewInfoData = {
  at,
  assets: [...trial.sums].map(({ asset }) => {
    const players = trialRows
      .filter((one) => one.asset === asset && !one.account.startsWith('h:'))
      .reduce((total, one) => total + BigInt(one.closing), 0n)
    return { asset, players: players.toString(), house: (-players).toString(), sum: '0' }
  }),
  solvency: [
    {
      name: 'custody',
      has: '81147500000',
      owes: '5263220345',
      suspense: '12000000',
      holds: true,
      has_lines: inCustody,
      owes_lines: owedInUsdt,
    },
    {
      name: 'reserve',
      has: '75187680000',
      owes: '66762740',
      suspense: '0',
      holds: true,
      has_lines: [
        { name: 'h:usdt_reserve', amount: '75187167966' },
        { name: 'referral_due', amount: '512034' },
      ],
      owes_lines: [
        { name: 'gusd', amount: '61250706' },
        { name: 'open_dives', amount: '5000000' },
        { name: 'referral_due', amount: '512034' },
      ],
    },
    {
      name: 'promo_money',
      has: '530000000',
      owes: '80000000',
      suspense: '0',
      holds: true,
      has_lines: [
        { name: 'h:usdt_promo_budget', amount: '500000000' },
        { name: 'h:usdt_packet_held', amount: '30000000' },
      ],
      owes_lines: [
        { name: 'pools', amount: '50000000' },
        { name: 'shares', amount: '30000000' },
      ],
    },
    {
      name: 'house',
      has: '81147500000',
      owes: '5379471051',
      suspense: '12000000',
      holds: true,
      has_lines: inCustody,
      owes_lines: [
        ...owedInUsdt,
        { name: 'gusd', amount: '61250706' },
        { name: 'open_dives', amount: '5000000' },
        { name: 'pools', amount: '50000000' },
      ],
    },
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

const queues: OverviewQueuesData = {
  at,
  list: [
    { name: 'withdrawals', count: 4, amount: '1710000000', oldest_ms: today - 20 * hourMs },
    { name: 'payments', count: 2, amount: '12500000', oldest_ms: today - 31 * hourMs },
    { name: 'proposals', count: 3, amount: '1025000000', oldest_ms: today - 5 * hourMs },
    { name: 'checks', count: 51, amount: null, oldest_ms: today - 26 * hourMs },
    { name: 'cases', count: 1, amount: null, oldest_ms: today - 3 * hourMs },
  ],
}

const breaks: OverviewBreaksData = {
  at,
  open: { of: null, count: 3, sum: '37500000' },
  ages: [
    { of: '1', count: 2, sum: '12500000' },
    { of: '7', count: 1, sum: '25000000' },
    { of: '30', count: 0, sum: '0' },
    { of: null, count: 0, sum: '0' },
  ],
  oldest_ms: today - 52 * hourMs,
}

/** Answers by path after /staff/v1/. */
export const booksWorld: Readonly<Record<string, unknown>> = {
  'overview/info': overview,
  'overview/queues': queues,
  'overview/breaks': breaks,
  'entries/list': (body: Body): EntriesListData => ({
    at: body['as_of'] ? { positions: { 0: Number(body['as_of']) }, time_ms: nowMs - 3_600_000 } : at,
    prev: null,
    searched_to: null,
    ...page(own(body['owner'] as string | undefined, body['account'] as string | undefined), body),
    sums: sumsOf(own(body['owner'] as string | undefined, body['account'] as string | undefined)),
  }),
  'entries/explain': explain,
  'books/trial': trial,
  'books/financials': financialsOf(trialRows),
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
}
