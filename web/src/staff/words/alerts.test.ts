import { expect, test } from 'vitest'
import { alertText, subjectText } from './alerts.ts'

test.each([
  ['withdrawal_due', '', '1763640000000', '2025-11-20 12:00:00 UTC'],
  ['staff_locked', 'bo', 'waits until 1763640000000', 'waits until 2025-11-20 12:00:00 UTC'],
  ['view_behind', 'ranks', '1204 events, 3840000 ms', '1204 events, 1 h 4 min'],
  ['rtp_drift', '20000 paid dives', '958000 ppm', '95.8 %'],
  ['rail_stale', 'chains', 'compared 1763640000000', 'compared 2025-11-20 12:00:00 UTC'],
  ['rail_stale', 'chains', 'at most 600000 ms ago', 'at most 10 min ago'],
  ['wallet_low', 'wallets', '12500000', '12.500000 USDT'],
  ['solvency', 'h:usdt_reserve', '-5000000', '−5.000000 USDT'],
  ['error_rate', '3012', '41 in 5 minutes', '41 in 5 minutes'],
])('%s of %s: %s', (kind, subject, text, expected) => {
  expect(alertText({ kind, subject }, text)).toBe(expected)
})

test('a subject is shown by its name, and an id is left to be copied', () => {
  expect(
    ['h:usdt_reserve', 'identity_checks', '0193f0c2-7a11-7bbb-8ccc-100000000005'].map((subject) =>
      subjectText({ subject }),
    ),
  ).toEqual(['Prize reserve', 'identity checks', null])
})
