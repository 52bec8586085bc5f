import { expect, test } from 'vitest'
import { isAddress } from './address.ts'
import { keccak256 } from './keccak.ts'

test('the hash is that of the published vectors', () => {
  expect(keccak256('')).toBe('c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470')
  expect(keccak256('abc')).toBe('4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45')
})

/** All addresses of EIP-55 with letters of both cases. */
const written = [
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
]

test.each(written)('%s is an address of an EVM chain and of no other', (address) => {
  expect(isAddress(address, 'evm')).toBe(true)
  expect(isAddress(address, 'ton')).toBe(false)
  expect(isAddress(address.toLowerCase(), 'evm')).toBe(false)
  const slip = address.replace(/[a-f](?=[^a-f]*$)/, (letter) => letter.toUpperCase())
  expect(isAddress(slip, 'evm')).toBe(false)
})

test.each([
  '0x',
  `0x${'0'.repeat(40)}`,
  `0x${'1'.repeat(41)}`,
  'UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA',
])('%s is no address of an EVM chain', (text) => expect(isAddress(text, 'evm')).toBe(false))
