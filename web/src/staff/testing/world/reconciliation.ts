// What comparisons of custody are answered.
import type {
  ReconciledLine,
  ReconciliationInfoData,
  ReconciliationLinesData,
} from '../../api/endpoints.gen.ts'
import { hourMs, today } from './moment.ts'

const withdrawal = '0193f0c2-7a11-7bbb-8ccc-100000000005'

export const breaks: ReconciledLine[] = [
  {
    line: 0,
    kind: 'not_in_journal',
    at_ms: today - 200 * hourMs,
    age_days: 8,
    amount: '50000000',
    statement: [
      {
        number: 7,
        transaction: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        reference: 'for my friend',
        at_ms: today - 200 * hourMs,
        amount: '50000000',
        asset: 'USDT',
      },
    ],
    journal: [],
  },
  {
    line: 1,
    kind: 'amount',
    at_ms: today - 30 * hourMs,
    age_days: 1,
    amount: '-24000000',
    statement: [
      {
        number: 41,
        transaction: 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
        reference: withdrawal,
        at_ms: today - 30 * hourMs,
        amount: '-24000000',
        asset: 'USDT',
      },
    ],
    journal: [
      {
        partition: 0,
        position: 48_021,
        event: 'WithdrawalSettled',
        transactions: ['b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c'],
        reference: withdrawal,
        at_ms: today - 30 * hourMs,
        amount: '-24500000',
      },
    ],
  },
  {
    line: 2,
    kind: 'not_in_statement',
    at_ms: today - 5 * hourMs,
    age_days: 0,
    amount: '1000000000',
    statement: [],
    journal: [
      {
        partition: 0,
        position: 48_030,
        event: 'ReserveFunded',
        transactions: [],
        reference: null,
        at_ms: today - 5 * hourMs,
        amount: '1000000000',
      },
    ],
  },
]

export const info: ReconciliationInfoData = {
  job: {
    id: '1',
    state: 'done',
    done: 0,
    total: 0,
    by: 'ada',
    started_at_ms: today - hourMs,
    ended_at_ms: today - hourMs + 420,
    problem: null,
  },
  file: null,
  first_ms: today - 10 * 24 * hourMs,
  last_ms: today,
  window: 24,
  found: {
    statement: { of: null, count: 412, sum: '8214500000' },
    journal: { of: null, count: 412, sum: '9164000000' },
    outside: 3,
    pairs: [
      { of: 'transaction', count: 408, sum: '8188000000' },
      { of: 'reference', count: 2, sum: '500000' },
    ],
    breaks: [
      { of: 'not_in_journal', count: 1, sum: '50000000' },
      { of: 'not_in_statement', count: 1, sum: '1000000000' },
      { of: 'amount', count: 1, sum: '24000000' },
    ],
    ages: [
      { of: '1', count: 2, sum: '1024000000' },
      { of: '7', count: 0, sum: '0' },
      { of: '30', count: 1, sum: '50000000' },
      { of: null, count: 0, sum: '0' },
    ],
    oldest_ms: today - 200 * hourMs,
  },
}

const lines: ReconciliationLinesData = { list: breaks, next: null, total: 3, sum: '1026000000' }

/** Answers by path after /staff/v1/. */
export const reconciliationWorld: Readonly<Record<string, unknown>> = {
  'reconciliation/run': info.job,
  'reconciliation/info': info,
  'reconciliation/lines': lines,
}
