import { expect, test } from 'vitest'
import { decidersOf } from './deciders.ts'

test.each([
  [
    'AdjustmentPosted',
    'staff:bob',
    { proposer: 'ann', approver: 'bob', case_id: 'case-1' },
    ['ann', 'bob', 'case-1'],
  ],
  ['RankCorrected', 'staff:bob', { proposer: 'ann', by: 'bob', reason: 'a ring' }, ['ann', 'bob', 'a ring']],
  ['Approved', 'staff:bob', { by: 'bob', reason: 'it is right' }, [null, 'bob', 'it is right']],
  ['ConfigApproved', 'staff:bo', { approver: 'bo', version: '1' }, [null, 'bo', null]],
  ['Proposed', 'staff:ann', { maker: 'ann', reason: 'season two' }, ['ann', null, 'season two']],
  ['PlayerFrozen', 'staff:ann', { reason: 'case 4' }, ['ann', null, 'case 4']],
  ['WithdrawalRefunded', 'worker:payouts', { reason: '' }, [null, null, null]],
] as const)('%s by %s', (event_type, actor, values, expected) => {
  const { maker, checker, reason } = decidersOf({ event_type, actor }, values)
  expect([maker, checker, reason]).toEqual(expected)
})
