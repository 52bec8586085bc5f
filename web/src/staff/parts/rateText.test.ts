// Rates are written exactly, as a decimal or as a fraction.
import { expect, test } from 'vitest'
import { rateText } from './rateText.ts'

const rate = (asset: string, numerator: string, denominator: string) => ({ asset, numerator, denominator })

test('a rate is exact in words', () => {
  expect(rateText(rate('coin', '100', '1'))).toBe('0.0001 USDT')
  expect(rateText(rate('gusd', '1', '1'))).toBe('0.0001 USDT')
  expect(rateText(rate('coupon', '1', '1'))).toBe('1 USDT')
  expect(rateText(rate('diamond', '1000000', '60'))).toBe('1/60 USDT')
  expect(rateText(rate('diamond', '1000000', '80'))).toBe('0.0125 USDT')
})
