// What is typed where a whole number belongs.
import { expect, test } from 'vitest'
import { wholeOf } from './whole.ts'

test.each([
  ['0', 0],
  ['30', 30],
  ['30 ', 30],
  [' 007', 7],
  ['999999999', 999_999_999],
])('%j is %d', (text, whole) => expect(wholeOf(text)).toBe(whole))

test.each(['', ' ', '7d', '1,000', '1.5', '-1', '1e3', '0x10', '٣', '9999999999'])(
  '%j is no whole number, and not nought',
  (text) => expect(wholeOf(text)).toBeNull(),
)
