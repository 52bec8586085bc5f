// What a page and its tab know of the tries of a command.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { uuid7 } from '../shared/uuid7.ts'
import { refuseTabStorage } from '../testing/storage.ts'

const path = '/api/v1/withdraw/do'
const body = { key: 'ton', amount: '5' }
const key = 'req /api/v1/withdraw/do [["amount","5"],["key","ton"]]'
const startMs = Date.UTC(2026, 10, 30)

/** The page as it was just loaded: it knows only what the tab has stored. */
async function reloaded() {
  vi.resetModules()
  return import('./reqId.ts')
}
/** Tries `minute` minutes after the start, on a page that was just loaded; gives the request id. */
async function triedAt(minute: number, asked: object = body) {
  vi.setSystemTime(startMs + minute * 60_000)
  return (await reloaded()).withReqId(path, { ...asked })['req_id']
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: startMs }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test.each([
  ['without a proof', body],
  ['with a proof', { ...body, bio_token: 'secret' }],
])('a reload keeps an id for ten minutes after its last try, %s', async (_name, asked) => {
  const first = await triedAt(0, asked)
  expect(await triedAt(9, asked)).toBe(first)
  expect(await triedAt(11, asked)).toBe(first)
  expect(await triedAt(22, asked)).not.toBe(first)
})

test.each(['', ' proved'])(
  'an id that an earlier release stored is as old as it says ("%s")',
  async (mark) => {
    const id = uuid7(startMs)
    sessionStorage.setItem(key, id + mark)
    const [call] = (await reloaded()).unansweredCalls()
    expect(call).toEqual({ id, path, body, lastMs: startMs, isProved: mark !== '' })
    expect(await triedAt(11)).not.toBe(id)
    sessionStorage.setItem(key, id + mark)
    expect(await triedAt(9)).toBe(id)
  },
)

test('after the clock was set back an id is kept, for ten minutes from then', async () => {
  const first = await triedAt(0)
  expect(await triedAt(-60)).toBe(first)
  expect(await triedAt(-49)).not.toBe(first)
})

test('what was stored and is no id is not repeated', async () => {
  sessionStorage.setItem(key, 'x')
  expect(await triedAt(0)).not.toBe('x')
})

test('where nothing can be stored an id lives as long as the page', async () => {
  refuseTabStorage()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const page = await reloaded()
  const first = page.withReqId(path, body)['req_id']
  expect(page.withReqId(path, body)['req_id']).toBe(first)
  expect(page.unansweredCalls()).toMatchObject([{ id: first, path, body }])
  page.releaseReqId(path, body)
  expect(page.withReqId(path, body)['req_id']).not.toBe(first)
  expect(await triedAt(0)).not.toBe(first)
})
