// Alerts as queues: counted, added up and dated by kind, as a notification of them would be.
import { expect, test } from 'vitest'
import type { StaffAlert } from '../../api/endpoints.gen.ts'
import { alertQueues } from './alertQueues.ts'

const alert = (kind: string, change: Partial<StaffAlert> = {}): StaffAlert => ({
  alert: `${kind}:x`,
  kind,
  severity: 'high',
  subject: 'x',
  value: { unit: 'text', value: 'x' },
  bound: { unit: 'text', value: 'y' },
  since_ms: null,
  acknowledged_by: null,
  acknowledged_ms: null,
  ...change,
})
const usdt = (value: string) => ({ value: { unit: 'usdt', value } as const })

test('alerts of one kind are one line with their sum and their oldest', () => {
  const list = [
    alert('topup_unmatched', { ...usdt('5000000'), since_ms: 9 }),
    alert('topup_unmatched', { ...usdt('250000'), since_ms: 7 }),
    alert('topup_unmatched', { ...usdt('1'), since_ms: 1, acknowledged_by: 'ada' }),
  ]
  expect(alertQueues(list)).toEqual([{ kind: null, count: 2, amount: '5250000', oldest_ms: 7 }])
})

test('alerts of several kinds stand together, and each kind below with its own sum', () => {
  const list = [
    alert('wallet_low', { ...usdt('412500000'), since_ms: 5 }),
    alert('solvency', usdt('-3')),
    alert('solvency'),
    alert('rail_difference', { ...usdt('-40'), since_ms: 3 }),
  ]
  expect(alertQueues(list)).toEqual([
    { kind: null, count: 4, amount: null, oldest_ms: 3 },
    { kind: 'wallet_low', count: 1, amount: '412500000', oldest_ms: 5 },
    { kind: 'solvency', count: 2, amount: null, oldest_ms: null },
    { kind: 'rail_difference', count: 1, amount: '-40', oldest_ms: 3 },
  ])
})

test('without alerts nothing waits', () => {
  expect(alertQueues([])).toEqual([{ kind: null, count: 0, amount: null, oldest_ms: null }])
})
