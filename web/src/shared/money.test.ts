import { describe, expect, test } from 'vitest'
import {
  addAmounts,
  decimalsOf,
  exactText,
  formatAmount,
  formatCompact,
  fromMinor,
  groupDigits,
  isPositive,
  partsOf,
  toMinor,
  typedMinor,
} from './money.ts'

describe('an amount is shown exactly', () => {
  test.each([
    ['9007199254740993', 'coin', '9,007,199,254,740,993'],
    ['9007199254740993.07', 'gusd', '9,007,199,254,740,993.07'],
    ['9007199254740993.000001', 'usdt', '9,007,199,254,740,993.000001'],
    ['0.00', 'gusd', '0.00'],
    ['663.25', 'gusd', '663.25'],
    ['3.204500', 'usdt', '3.2045'],
    ['5.000000', 'usdt', '5.00'],
    ['0.000001', 'usdt', '0.000001'],
    ['1000', 'coin', '1,000'],
    ['-900.5', 'gusd', '\u2212900.50'],
  ] as const)('%s %s is %s', (amount, asset, text) => {
    expect(formatAmount(amount, asset)).toBe(text)
  })

  test('a signed gain carries a plus, nothing carries no sign', () => {
    expect(formatAmount('1.00', 'gusd', { signed: true })).toBe('+1.00')
    expect(formatAmount('0.00', 'gusd', { signed: true })).toBe('0.00')
  })

  test('what is no amount is shown as it came', () => {
    for (const text of ['', 'NaN', '1e3', '1.2.3', '0.123', '٣'])
      expect(formatAmount(text, 'gusd')).toBe(text)
  })
})

describe('an amount where room is short', () => {
  test.each([
    [12_450, 'coin', '12,450'],
    ['999.99', 'gusd', '999.99'],
    ['9999.99', 'gusd', '9,999'],
    [99_999, 'coin', '99,999'],
    [199_999, 'coin', '199.9K'],
    ['3.209999', 'usdt', '3.20'],
    [1_999_999, 'coin', '1.99M'],
    ['-12345678.90', 'gusd', '\u221212.3M'],
    ['9007199254740993', 'coin', '9.00Q'],
  ] as const)('%s %s is %s: cut off, never rounded up', (amount, asset, text) => {
    expect(formatCompact(amount, asset)).toBe(text)
  })
})

test('minor units and text are each other back', () => {
  for (const text of ['0.00', '0.07', '123.45', '9007199254740993.01', '-0.01']) {
    expect(fromMinor(toMinor(text, 2) ?? -1n, 2)).toBe(text)
  }
  expect(toMinor('1.234', 2)).toBeNull()
})

test('sums are exact beyond 2^53', () => {
  expect(addAmounts('9007199254740993.01', '0.02', 'gusd')).toBe('9007199254740993.03')
  expect(isPositive('0.000001', 'usdt')).toBe(true)
  expect(isPositive('-5', 'coin')).toBe(false)
})

test('minor units are shown exactly beyond what a float holds', () => {
  expect(exactText(9007199254740993000001n, 6)).toBe('9,007,199,254,740,993.000001')
  expect(exactText(-5n, 2)).toBe('\u22120.05')
  expect(exactText(100n, 0, true)).toBe('+100')
  expect(partsOf(25_000_100n, 6)).toEqual({ sign: '', whole: '25', cents: '0001', rest: '00' })
})

test('what people type is read with the decimals of its asset and no others', () => {
  expect(typedMinor(' 1,000.5 ', 2)).toBe(100_050n)
  expect(typedMinor('\u22120.000001', 6)).toBe(-1n)
  expect(typedMinor('0.001', 2)).toBeNull()
  expect(typedMinor('1e3', 6)).toBeNull()
})

test('a name that is no asset has no decimals; counts are grouped', () => {
  expect([decimalsOf('usdt'), decimalsOf('pearl')]).toEqual([6, 0])
  expect(groupDigits('48031')).toBe('48,031')
})
