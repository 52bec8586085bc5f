import { expect, test } from 'vitest'
import { typedAmount } from './AmountField.tsx'

test.each([
  ['12.5', 2, '12.5'],
  ['12,5', 2, '12.5'],
  ['1 234.567', 2, '1234.56'],
  ['007', 2, '7'],
  ['0.5', 6, '0.5'],
  ['.5', 6, '0.5'],
  ['1.2.3', 6, '1.23'],
  ['12.9', 0, '12'],
  ['-4e3', 2, '43'],
  ['', 2, ''],
  ['9007199254740993', 0, '900719925474099'],
])('typed %s with %i places is %s', (text, places, expected) => {
  expect(typedAmount(text, places)).toBe(expected)
})
