import { beforeEach, expect, test, vi } from 'vitest'
import { connectTo, receive, type EventData } from './bridge.ts'
import { proveOwner } from './biometry.ts'
import { startMessenger } from './messenger.ts'

const launch = { initData: '', startParam: '', version: '9.0', theme: null }
const sent: [string, EventData][] = []

/** A messenger with the given answers; everything else is ignored. */
function messenger(answers: Record<string, [string, EventData]>, version = '9.0') {
  connectTo((event, data) => {
    sent.push([event, data])
    const answer = answers[event]
    if (answer) queueMicrotask(() => receive(...answer))
  })
  startMessenger({ ...launch, version })
  sent.length = 0
}
const names = () => sent.map(([event]) => event)

const granted = { available: true, access_requested: true, access_granted: true, token_saved: true }

beforeEach(() => void (sent.length = 0))

test('an older client is asked nothing', async () => {
  messenger({}, '7.0')
  expect(await proveOwner('why')).toEqual({ kind: 'unavailable' })
  expect(names()).toEqual([])
})

test('a client that never answers does not hold the player up', async () => {
  vi.useFakeTimers()
  messenger({})
  const proof = proveOwner('why')
  await vi.advanceTimersByTimeAsync(1_500)
  expect(await proof).toEqual({ kind: 'unavailable' })
  vi.useRealTimers()
})

test('the owner\u2019s token is given; the device shows the reason', async () => {
  messenger({
    web_app_biometry_get_info: ['biometry_info_received', granted],
    web_app_biometry_request_auth: ['biometry_auth_requested', { status: 'authorized', token: 'kept' }],
  })
  expect(await proveOwner('Confirm the withdrawal')).toEqual({ kind: 'token', token: 'kept' })
  expect(sent.at(-1)).toEqual(['web_app_biometry_request_auth', { reason: 'Confirm the withdrawal' }])
})

test('a stranger\u2019s finger is a no', async () => {
  messenger({
    web_app_biometry_get_info: ['biometry_info_received', granted],
    web_app_biometry_request_auth: ['biometry_auth_requested', { status: 'failed' }],
  })
  expect(await proveOwner('why')).toEqual({ kind: 'declined' })
})

test('the first time access is asked for and a token is kept', async () => {
  messenger({
    web_app_biometry_get_info: [
      'biometry_info_received',
      { available: true, access_requested: false, access_granted: false, token_saved: false },
    ],
    web_app_biometry_request_access: ['biometry_info_received', { ...granted, token_saved: false }],
    web_app_biometry_update_token: ['biometry_token_updated', { status: 'updated' }],
    web_app_biometry_request_auth: ['biometry_auth_requested', { status: 'authorized', token: 'new' }],
  })
  expect(await proveOwner('why')).toEqual({ kind: 'token', token: 'new' })
  expect(sent[2]?.[1]['token']).toMatch(/^[0-9a-f]{64}$/)
})

test('who refused access once is not asked again', async () => {
  messenger({ web_app_biometry_get_info: ['biometry_info_received', { ...granted, access_granted: false }] })
  expect(await proveOwner('why')).toEqual({ kind: 'unavailable' })
  expect(names()).toEqual(['web_app_biometry_get_info'])
})
