import { expect, test } from 'vitest'
import { user } from '../../testing/world.ts'
import { isLooser, pendingOf, valueOf } from './fields.ts'

const limits = {
  ...user.limits,
  loss_day: '50.000000',
  session_min: 120,
  deposit_day: null,
  pending: [{ field: 'loss_day', value: '80.000000', at: 9 }],
}

test('values are as the wire writes them', () => {
  expect(valueOf(limits, 'loss_day')).toBe('50.000000')
  expect(valueOf(limits, 'session_min')).toBe('120')
  expect(valueOf(limits, 'deposit_day')).toBeNull()
})

test('what waits is found by its field', () => {
  expect(pendingOf(limits, 'loss_day')?.value).toBe('80.000000')
  expect(pendingOf(limits, 'session_min')).toBeNull()
})

test.each([
  ['loss_day', '50.01', true],
  ['loss_day', '50', false],
  ['loss_day', '10', false],
  ['loss_day', null, true],
  ['session_min', '121', true],
  ['deposit_day', '5', false],
  ['deposit_day', null, false],
] as const)('%s to %s is looser: %s', (field, wish, looser) => {
  expect(isLooser(limits, field, wish)).toBe(looser)
})
