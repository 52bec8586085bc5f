import { expect, test } from 'vitest'
import type { ApiError } from '../../shared/envelope.ts'
import { dive } from '../../testing/world.ts'
import { remedyOf } from './refusal.ts'

const refusal = (code: number, data: unknown = null): ApiError => ({
  kind: 'server',
  code,
  message: '',
  data,
})

test('a step out of date takes the dive of the answer, wrapped or not', () => {
  expect(remedyOf(refusal(3004, dive))).toEqual({ do: 'adopt', dive })
  expect(remedyOf(refusal(3004, { dive }))).toEqual({ do: 'adopt', dive })
})

test('a step out of date without a dive asks again, silently', () => {
  expect(remedyOf(refusal(3004))).toEqual({ do: 'refresh', quiet: true })
})

test.each([
  [2001, { do: 'offer', what: 'coins' }],
  [2002, { do: 'offer', what: 'diamonds' }],
  [3001, { do: 'refresh', quiet: false }],
  [3002, { do: 'refresh', quiet: true }],
  [3003, { do: 'closeStake' }],
  [3006, { do: 'wait', ms: 2500 }],
  [3009, { do: 'explain' }],
  [3011, { do: 'closeStake' }],
  [-1009, { do: 'explain' }],
  [-1, { do: 'say' }],
])('code %i has its own way on', (code, remedy) => {
  expect(remedyOf(refusal(code))).toEqual(remedy)
})

test('too fast waits as long as the server says, within reason', () => {
  expect(remedyOf(refusal(3006, { retry_after_ms: 900 }))).toEqual({ do: 'wait', ms: 900 })
  expect(remedyOf(refusal(3006, { retry_after_ms: 9e9 }))).toEqual({ do: 'wait', ms: 2500 })
})

test('no answer is only said: the same tap repeats the same request', () => {
  expect(remedyOf({ kind: 'network', timeout: false })).toEqual({ do: 'say' })
})
