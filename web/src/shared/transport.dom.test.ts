import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { server } from '../testing/server.ts'
import { isUnsettled, postJson, withRetries, type Answer } from './transport.ts'

const url = 'http://localhost/api/v1/a/b'
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => void vi.restoreAllMocks())

test('the envelope is taken off, and its other fields are seen', async () => {
  server.use(
    http.post(url, () =>
      HttpResponse.json({ error: 0, message: '', data: { n: 1 }, server_ts: 5, position: 7 }),
    ),
  )
  const seen: unknown[] = []
  const onEnvelope = (envelope: { position?: number | null }) => void seen.push(envelope.position)
  expect(await postJson({ url, body: {}, onEnvelope })).toEqual({ data: { n: 1 } })
  expect(seen).toEqual([7])
})

test('a refusal carries its code and data; what is no envelope is no answer', async () => {
  server.use(http.post(url, () => HttpResponse.json({ error: 4001, message: 'no', data: { left: 1 } })))
  expect(await postJson({ url, body: {} })).toEqual({
    error: { kind: 'server', code: 4001, message: 'no', data: { left: 1 } },
  })
  server.use(http.post(url, () => new HttpResponse('<html>', { status: 502 })))
  expect(await postJson({ url, body: {} })).toEqual({ error: { kind: 'network', timeout: false } })
})

test('an aborted call ends at once and is not reported', async () => {
  const abort = new AbortController()
  abort.abort()
  expect(await postJson({ url, body: {}, signal: abort.signal })).toMatchObject({
    error: { kind: 'network' },
  })
  expect(console.error).not.toHaveBeenCalled()
})

test('only a call that got no answer is sent again', async () => {
  const lost: Answer = { error: { kind: 'network', timeout: false } }
  const late: Answer = { error: { kind: 'network', timeout: true } }
  const pauses: number[] = []
  const run = async (answers: Answer[]) => {
    const tries = { count: 0 }
    const send = async () => answers[tries.count++] ?? lost
    const answer = await withRetries(send, { pausesMs: [1, 2], pause: async (ms) => void pauses.push(ms) })
    return { answer, tries: tries.count }
  }
  expect(await run([lost, { data: 1 }])).toEqual({ answer: { data: 1 }, tries: 2 })
  expect(await run([late])).toEqual({ answer: late, tries: 1 })
  expect(await run([lost, lost, lost])).toEqual({ answer: lost, tries: 3 })
  expect(pauses).toEqual([1, 1, 2])
})

test('a request id is repeated while no rule has answered it', () => {
  const refused = (code: number): Answer => ({ error: { kind: 'server', code, message: '', data: null } })
  expect([-1, -1000, -1003, -1005, -1008].every((code) => isUnsettled(refused(code)))).toBe(true)
  expect(isUnsettled(refused(4001))).toBe(false)
  expect(isUnsettled({ data: null })).toBe(false)
})
