// What the screens of players are answered.
import type {
  PlayerListed,
  PlayersInfoData,
  PlayersListData,
  PlayersSearchData,
  PlayersTimelineData,
  TimelineLine,
} from '../../api/endpoints.gen.ts'
import { type Body, dayMs, nowMs, head, mara, noor, ivo, at, newest, lines, page, balance } from './log.ts'
import { purses } from './books.ts'
import { sumsOf } from './sums.ts'
import { utcDay } from '../../words/time.ts'

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
    brings_nothing: false,
    tied_friends: 0,
    inviter: noor,
    house_scode: null,
    upline: ivo,
    friends: [{ player: ivo, since_ms: nowMs - 9 * dayMs }],
    cluster: { name: 'device-1', others: [noor] },
    shared: [
      { detail: 'payee', others: [ivo, noor] },
      { detail: 'mail', others: [ivo] },
    ],
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

const listed: PlayerListed[] = [
  {
    player: mara,
    tg_id: '1001',
    scode: 'R361FY3Z',
    held: [
      { asset: 'usdt', amount: '750000030' },
      { asset: 'coin', amount: '1442000' },
      { asset: 'gusd', amount: '1500000' },
    ],
    registered_at_ms: nowMs - 19 * dayMs,
    active_on: utcDay(nowMs),
    vip: 2,
    frozen: false,
  },
  {
    player: noor,
    tg_id: '1002',
    scode: 'K93HD0PA',
    held: [{ asset: 'usdt', amount: '12500000' }],
    registered_at_ms: nowMs - 144 * dayMs,
    active_on: utcDay(nowMs - 96 * dayMs),
    vip: null,
    frozen: true,
  },
]

/** Answers by path after /staff/v1/. */
export const playersWorld: Readonly<Record<string, unknown>> = {
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
  'players/list': {
    at,
    list: listed,
    sums: sumsOf(listed.flatMap(({ held }) => held)),
    next: null,
  } satisfies PlayersListData,
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
    sums: sumsOf(newest.flatMap(({ legs }) => legs.filter(({ owner }) => owner === mara))),
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
}
