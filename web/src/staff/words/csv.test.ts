import { expect, test } from 'vitest'
import { csvText, plainAmount } from './csv.ts'

test('every cell stands in quotes and none begins a formula', () => {
  const rows = [
    { name: '=1+1', sum: plainAmount('-1234567890', 'usdt') },
    { name: 'a "b"', sum: '-x' },
  ]
  const text = csvText(
    [
      ['name', ({ name }) => name],
      ['sum', ({ sum }) => sum],
    ],
    rows,
  )
  expect(text).toBe(`name,sum\r\n"'=1+1","-1234.567890"\r\n"a ""b""","'-x"\r\n`)
})
