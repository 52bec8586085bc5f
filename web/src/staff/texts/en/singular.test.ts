// A count of one reads as one.
import { expect, test } from 'vitest'
import { sentence } from '../../words/events.ts'
import { en } from './index.ts'

test.each([
  [en.proofs.against('3', '1'), 'Against checkpoint 3 over 1 event.'],
  [en.samples.from('1'), 'Drawn from 1 event.'],
  [en.audits.some('1'), '1 law is broken'],
  [en.audits.some('2'), '2 laws are broken'],
  [en.bundle.chosen('1', '2 kB'), '1 file, 2 kB'],
  [en.reconciliation.lines('1'), '1 line'],
  [en.reconciliation.lines('1,000'), '1,000 lines'],
  [en.reconciliation.outside('1'), '1 line outside the statement’s time'],
  [en.reconciliation.broken('1'), '1 break'],
  [en.reconciliation.total('1'), '1 line that fits the filters'],
  [en.views.different('1'), '1 row differs'],
  [en.days.breaks.carried('1'), '1 of the breaks was open when the day began.'],
  [en.freezes.counted('1'), '1 account'],
  [en.freezes.counted('0'), '0 accounts'],
  [en.unitSamples.open('1'), '1 line has no result yet.'],
  [en.unitSamples.items('1'), '1 line selected'],
])('%s', (said, expected) => {
  expect(said).toBe(expected)
})

test('of events, too', () => {
  const vip = sentence('VipActivated', { vip_id: 1, price: '5', asset: 'coupon', days: 1, to: 0 })
  expect(vip).toMatch(/for 1 day, paid/)
  const left = sentence('SelfExcluded', { kind: 'cool_off', days: 1, until: 0 })
  expect(left).toMatch(/^Takes a break for 1 day, until/)
})
