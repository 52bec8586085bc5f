// What closed months are answered, made of the same invented books.
import type {
  PeriodReport,
  PeriodsInfoData,
  PeriodsRestateData,
  StaffPeriod,
} from '../../api/endpoints.gen.ts'
import { trialRows } from './books.ts'
import { financialsOf } from './financials.ts'
import { at, mara } from './log.ts'

const month = (period: string, part: Partial<StaffPeriod>): StaffPeriod => ({
  period,
  kind: 'month',
  state: 'closed',
  sequence: null,
  closed_ms: null,
  proposer: null,
  approver: null,
  reason: null,
  proposal: null,
  ...part,
})

const closed = (period: string, sequence: number): StaffPeriod =>
  month(period, {
    sequence,
    closed_ms: Date.parse('2026-11-02T09:20:00Z'),
    proposer: 'ada',
    approver: 'bo',
    reason: 'Month end',
    proposal: '0193f0c2-7a11-7bbb-8ccc-00000000000a',
  })

const periods: StaffPeriod[] = [
  month('2026', { kind: 'year', state: 'current' }),
  month('2026-Q4', { kind: 'quarter', state: 'current' }),
  month('2026-11', { state: 'current' }),
  closed('2026-10', 4),
  { ...closed('2026-Q3', 3), kind: 'quarter' },
  closed('2026-09', 3),
  closed('2026-08', 2),
  closed('2026-07', 1),
]

const { list, sums, usdt } = financialsOf(trialRows)

const report: PeriodReport = {
  period: '2026-10',
  closings: [
    {
      sequence: 4,
      period: '2026-10',
      digest: '4f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      proposal: '0193f0c2-7a11-7bbb-8ccc-00000000000a',
      proposer: 'ada',
      approver: 'bo',
      reason: 'Month end',
    },
  ],
  positions: { 0: 48_031 },
  accounts: trialRows,
  chart: 'coa-1',
  entries: list,
  sums,
  ...(usdt ? { usdt } : {}),
  cash: [
    { code: 2013, name: 'Withdrawals sent', class: 'liability', amount: '-505000000', prior: '-441875000' },
    {
      code: 2014,
      name: 'USDT behind unspent coupons',
      class: 'liability',
      amount: '740000000',
      prior: '647500000',
    },
    { code: 3010, name: 'Prize reserve', class: 'equity', amount: '500000000', prior: '0' },
  ],
  breaks: {
    count: 2,
    assets: [{ of: 'usdt', count: 2, sum: '53000000' }],
    kinds: [
      { of: 'not_in_journal', count: 1, sum: '50000000' },
      { of: 'not_in_statement', count: 1, sum: '3000000' },
    ],
    oldest_ms: Date.UTC(2026, 5, 3, 9),
    oldest_age_ms: Date.UTC(2026, 10, 1) - Date.UTC(2026, 5, 3, 9),
  },
  restated: [
    {
      restates: '2026-09',
      posted: '2026-10',
      code: 2010,
      name: 'Players\u2019 USDT',
      class: 'liability',
      asset: 'usdt',
      amount: '-12500000',
    },
    {
      restates: '2026-09',
      posted: '2026-10',
      code: 3010,
      name: 'Prize reserve',
      class: 'equity',
      asset: 'usdt',
      amount: '12500000',
    },
  ],
  holds: true,
}

const info: PeriodsInfoData = {
  at,
  period: closed('2026-10', 4),
  report,
  later: [],
  finding: null,
  signed: `${JSON.stringify({ period: '2026-10', chart: 'coa-1' })}\n\n\u2014 ledger/periods 8zTq0Zf3\n`,
  key: 'ledger/periods+1a2b3c4d+AT9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b8=',
}

/** September after a prize that was paid twice is taken back: what its close said, and what is said now. */
const said = (code: number, earlier: string, difference: string) => {
  const entry = list.find((line) => line.code === code)
  return {
    code,
    key: entry?.key ?? '',
    name: entry?.name ?? '',
    name_zh: entry?.name_zh ?? '',
    class: entry?.class ?? '',
    asset: entry?.asset ?? '',
    earlier,
    later: (BigInt(earlier) + BigInt(difference)).toString(),
    difference,
  }
}

const restated: PeriodsRestateData = {
  period: '2026-09',
  earlier: {
    positions: { 0: 41_000 },
    recorded_ms: Date.parse('2026-10-02T09:20:00Z'),
    closings: [{ sequence: 3, period: '2026-09', digest: report.closings[0]?.digest ?? '' }],
  },
  later: {
    positions: { 0: 48_031 },
    recorded_ms: Date.parse('2026-11-20T08:41:07Z'),
    closings: [{ sequence: 3, period: '2026-09', digest: report.closings[0]?.digest ?? '' }],
  },
  lines: [
    said(1010, '647500000', '0'),
    said(2010, '94000000', '-12500000'),
    said(3010, '120000000', '0'),
    said(4011, '522000000', '0'),
    said(5010, '88500000', '-12500000'),
    said(4310, '31200', '0'),
  ],
  results: [
    { asset: 'usdt', earlier: '433500000', later: '446000000', difference: '12500000' },
    { asset: 'coin', earlier: '31200', later: '31200', difference: '0' },
  ],
  usdt: {
    lines: [
      { code: 2010, earlier: '94000000', later: '81500000', difference: '-12500000' },
      { code: 4011, earlier: '522000000', later: '522000000', difference: '0' },
      { code: 5010, earlier: '88500000', later: '76000000', difference: '-12500000' },
      { code: 4310, earlier: '3120000', later: '3120000', difference: '0' },
    ],
    result: { asset: 'usdt', earlier: '436620000', later: '449120000', difference: '12500000' },
  },
  events: [
    {
      partition: 0,
      position: 42_117,
      event_type: 'AdjustmentPosted',
      recorded_ms: Date.parse('2026-10-14T10:02:11Z'),
      month: '2026-09',
      player: mara,
      case_id: 'case-118',
      amounts: [
        {
          code: 2010,
          name: 'Players\u2019 USDT',
          name_zh: '玩家 USDT 余额',
          asset: 'usdt',
          amount: '-12500000',
        },
        {
          code: 5010,
          name: 'Prizes exchanged to USDT',
          name_zh: '兑换为 USDT 的奖金',
          asset: 'usdt',
          amount: '-12500000',
        },
      ],
    },
  ],
  events_left_off: 0,
  unnamed: [
    {
      partition: 0,
      position: 43_008,
      event_type: 'AdjustmentPosted',
      recorded_ms: Date.parse('2026-10-15T08:30:00Z'),
      month: null,
      player: mara,
      case_id: 'case-121',
      amounts: [
        {
          code: 2010,
          name: 'Players\u2019 USDT',
          name_zh: '玩家 USDT 余额',
          asset: 'usdt',
          amount: '3000000',
        },
      ],
    },
  ],
  unnamed_left_off: 0,
  holds: true,
}

export const periodsWorld = {
  'periods/list': { at, list: periods, next: null },
  'periods/info': info,
  'periods/restate': restated,
  'periods/propose': { proposal: '0193f0c2-7a11-7bbb-8ccc-00000000000a', digest: report.closings[0]?.digest },
}
