import { render, screen } from '@testing-library/react'
import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { QrCode } from './QrCode.tsx'

const hexOf = (rows: readonly (readonly boolean[])[]) =>
  rows.map((row) =>
    Number.parseInt(row.map((dark) => (dark ? '1' : '0')).join(''), 2)
      .toString(16)
      .padStart(8, '0'),
  )

/** Read back by an independent decoder (ZXing) as this very link, correction M. */
const golden = [
  '1fdb437f',
  '1055dc41',
  '1745805d',
  '1758495d',
  '17439a5d',
  '10418341',
  '1fd5557f',
  '001d4e00',
  '16e3cd4b',
  '1baa72d1',
  '186a91c6',
  '1531e2a1',
  '1be9790c',
  '142b6e47',
  '13458667',
  '072e44e2',
  '08d064ba',
  '0933012e',
  '10ddf544',
  '0632fdd4',
  '0ee2effc',
  '0017311f',
  '1fd24b5a',
  '1055f119',
  '174639f7',
  '17573eb9',
  '175e4185',
  '1040b51a',
  '1fd3b10a',
]

test('an invite link is the code that readers read back', () => {
  const { data } = encode('https://t.me/bot/app?startapp=r_K7QM2XWA', { ecc: 'M', border: 0, maskPattern: 3 })
  expect(hexOf(data)).toEqual(golden)
})

const sideOf = (text: string): number => {
  render(<QrCode text={text} label="Scan" className="" />)
  const [, , side] = screen.getByRole('img', { name: 'Scan' }).getAttribute('viewBox')?.split(' ') ?? []
  return Number(side) - 8
}

test.each([
  [1, 21],
  [14, 21],
  [15, 25],
  [26, 25],
  [42, 29],
  [62, 33],
  [84, 37],
  [106, 41],
])('%i bytes make a code of side %i', (bytes, side) => {
  expect(sideOf('x'.repeat(bytes))).toBe(side)
})

test('letters of other scripts count as the bytes that they are', () => {
  expect(sideOf('\u7ebf'.repeat(5))).toBe(25)
})

test('a text that is too long makes none', () => {
  const { container } = render(<QrCode text={'x'.repeat(3_000)} label="Scan" className="" />)
  expect(container).toBeEmptyDOMElement()
})
