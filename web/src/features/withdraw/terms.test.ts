import { expect, test } from 'vitest'
import { isAddress, isComment, shortAddress } from './address.ts'
import { faultOf, partOf, termsOf } from './terms.ts'

const channel = {
  key: 'ton',
  network: 'TON',
  symbol: 'USDT',
  min: '5.000000',
  fee_min: '0.500000',
  fee_rate: '0.02',
}

test.each([
  ['5', '0.500000', '4.500000'],
  ['25', '0.500000', '24.500000'],
  ['25.01', '0.500200', '24.509800'],
  ['100', '2.000000', '98.000000'],
  ['9007199254740993', '180143985094819.860000', '8827055269646173.140000'],
])('%s costs %s and brings %s', (amount, fee, net) => {
  expect(termsOf(amount, channel)).toEqual({ fee, net })
})

test('the fee is rounded up to the smallest unit', () => {
  expect(termsOf('30.01', { ...channel, fee_rate: '0.016667' })?.fee).toBe('0.500177')
})

test.each([
  ['x', '2006'],
  ['', '2006'],
  ['4.99', '6005'],
  ['5.001', '2006'],
  ['20.01', '6002'],
  ['12.35', '2004'],
  ['12.34', null],
  ['5', null],
])('%s is refused as %s before it is sent', (amount, fault) => {
  expect(faultOf(amount, channel, '20.000000', '12.345678')).toBe(fault)
})

test('a fee that eats the amount is below the minimum', () => {
  expect(faultOf('5', { ...channel, fee_min: '5.000000' }, '20.000000', '20.000000')).toBe('6005')
})

test.each([
  [100, '12.34'],
  [50, '6.17'],
  [25, '3.08'],
] as const)('%i percent of what may go now is %s', (percent, part) => {
  expect(partOf(percent, '20.000000', '12.345678')).toBe(part)
})

test('an address is distinguished from one with a typing error, another net, another chain or nobody behind it', () => {
  const real = 'UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA'
  expect(isAddress(real, 'ton')).toBe(true)
  expect(isAddress('EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF', 'ton')).toBe(true)
  expect(isAddress(`${real.slice(0, -1)}B`, 'ton')).toBe(false)
  expect(isAddress(real.slice(1), 'ton')).toBe(false)
  expect(isAddress(`${real.slice(0, -1)}!`, 'ton')).toBe(false)
  expect(isAddress('EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c', 'ton')).toBe(false)
  expect(isAddress('Ef8zMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzM0vF', 'ton')).toBe(false)
  expect(shortAddress(real)).toBe('UQDKbj…5gqPuwA'.replace('5gqPuwA', 'gqPuwA'))
})

test('a comment is measured in bytes', () => {
  expect(isComment('a'.repeat(120))).toBe(true)
  expect(isComment('线'.repeat(41))).toBe(false)
})
