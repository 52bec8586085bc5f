import { describe, expect, test } from 'vitest'
import { faultOf, gotFor, mostOf, unlockable } from './pairs.ts'

const tokens = {
  pair: 'gusd_usdt',
  rate: '0.0001',
  min: '10000.00',
  max_today: '400000.00',
  left_today: '250000.00',
} as const
const usdt = {
  pair: 'usdt_coupon',
  rate: '1',
  min: '1.000000',
  max_today: '100.000000',
  left_today: '100.000000',
} as const

describe('sums are exact', () => {
  test.each([
    ['gusd_usdt', '24130', '2.413000'],
    ['gusd_usdt', '10000', '1.000000'],
    ['gusd_usdt', '1', '0.000100'],
    ['usdt_coupon', '3.2045', '3.204500'],
    ['gusd_usdt', '9007199254740993', '900719925474.099300'],
  ] as const)('%s: %s brings %s', (pair, amount, got) => {
    expect(gotFor(pair, amount)).toBe(got)
  })
})

describe('the most that can be given', () => {
  test('is whole gusd of the balance', () => expect(mostOf(tokens, '1663.25')).toBe('1663'))
  test('is what the day leaves', () => expect(mostOf(tokens, '900000.00')).toBe('250000'))
  test('is every micro of USDT', () => expect(mostOf(usdt, '3.204501')).toBe('3.204501'))
})

describe('a fault is named in the server\u2019s order', () => {
  test.each([
    ['', null],
    ['9999', 'low'],
    ['10000', null],
    ['250001', 'day'],
    ['200000', 'short'],
  ] as const)('%s gusd of 150,000: %s', (amount, fault) => {
    expect(faultOf(tokens, amount, '150000.00')).toBe(fault)
  })
})

test('the least of tokens, day and pool can be unlocked', () => {
  expect(unlockable({ bonus: '240.00', left_today: '500.00', pool_left: '90000.00' })).toBe('240.00')
  expect(unlockable({ bonus: '2400.00', left_today: '500.00', pool_left: '0.00' })).toBe('0.00')
})
