import { expect, test } from 'vitest'
import { cutToPlaces, isUnfinished, readTyped } from './typedAmount.ts'

test.each([
  ['12.5', 2, '12.5'],
  ['1,000', 6, '1000'],
  ['10,000', 0, '10000'],
  ['1,234,567.89', 2, '1234567.89'],
  [' 12 ', 2, '12'],
  ['12.', 2, '12'],
  ['007', 2, '7'],
  ['0.5', 6, '0.5'],
  ['.5', 6, '0.5'],
  ['', 2, ''],
  ['.', 2, ''],
])('"%s" with %i places is %s', (text, places, amount) => {
  expect(readTyped(text, places)).toEqual({ amount, fault: null })
})

test.each([
  ['1e3', 6, 'digits'],
  ['-5', 6, 'digits'],
  ['+5', 6, 'digits'],
  ['1 000', 6, 'digits'],
  ['12 USDT', 6, 'digits'],
  ['1，000', 6, 'digits'],
  ['1.2.3', 6, 'digits'],
  ['12,5', 2, 'grouping'],
  ['1,00', 2, 'grouping'],
  ['1,0000', 2, 'grouping'],
  ['1000,000', 2, 'grouping'],
  [',500', 2, 'grouping'],
  ['1.000,50', 6, 'grouping'],
  ['12.345', 2, 'places'],
  ['12.9', 0, 'whole'],
  ['9007199254740993', 0, 'long'],
])('"%s" with %i places is refused: %s', (text, places, fault) => {
  expect(readTyped(text, places)).toEqual({ amount: '', fault })
})

test('a group that is being typed is no fault yet', () => {
  expect(['1,', '1,0', '12,50', '1,000,2'].map(isUnfinished)).toEqual([true, true, true, true])
  expect(['1,0000', ',5', '1e', '1,000'].map(isUnfinished)).toEqual([false, false, false, false])
})

test('all there is never becomes more', () => {
  expect(cutToPlaces('3.204599', 2)).toBe('3.20')
  expect(cutToPlaces('3.9', 0)).toBe('3')
  expect(cutToPlaces('34.5', 6)).toBe('34.500000')
})
