// What closed months are answered, made of the same invented books.
import type { PeriodReport, PeriodsInfoData, StaffPeriod } from '../../api/endpoints.gen.ts'
import { trialRows } from './books.ts'
import { financialsOf } from './financials.ts'

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
  month('2026-Q3', { kind: 'quarter', sequence: 3, closed_ms: Date.parse('2026-10-02T09:20:00Z') }),
  closed('2026-09', 3),
  closed('2026-08', 2),
  closed('2026-07', 1),
]

const { list, sums } = financialsOf(trialRows)

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
  period: closed('2026-10', 4),
  report,
  later: [],
  hindrance: null,
  signed: `${JSON.stringify({ period: '2026-10', chart: 'coa-1' })}\n\n\u2014 ledger/periods 8zTq0Zf3\n`,
  key: 'ledger/periods+1a2b3c4d+AT9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b8=',
}

export const periodsWorld = {
  'periods/list': { list: periods, next: null },
  'periods/info': info,
  'periods/propose': { proposal: '0193f0c2-7a11-7bbb-8ccc-00000000000a', digest: report.closings[0]?.digest },
}
