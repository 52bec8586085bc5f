// Live updates against streams on the network level, with the real store.
import { http, HttpResponse } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import '../api/shared.ts'
import '../features/kyc/api.ts'
import '../features/exchange/api.ts'
import '../features/withdraw/api.ts'
import { endpoints, type FishingPlayerInfoData, type LoginTelegramData } from '../api/endpoints.gen.ts'
import { eventReader, type StreamEvent } from '../api/eventStream.ts'
import { silenceMaxMs } from '../api/live.ts'
import { sessionLost, sessionOpened } from '../api/session.ts'
import { receive } from '../platform/bridge.ts'
import { onlineSet } from '../state/system.ts'
import { call, envelope, server } from '../testing/server.ts'
import { signedInStore } from '../testing/render.tsx'
import { asset, world } from '../testing/world.ts'
import { followLive, pauseAfter } from './live.ts'

const offs: (() => void)[] = []

afterEach(() => {
  for (const off of offs.splice(0)) off()
  receive('visibility_changed', { is_visible: true })
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/**
 * A server that streams: what was asked for, and the line to write on. The interceptor of calls breaks when a stream
 * is given up, so this one answer comes at `fetch` itself.
 */
function streams(first: Response | null = null) {
  const asked: { from?: number; token: string }[] = []
  const lines: ReadableStreamDefaultController<Uint8Array>[] = []
  const calls = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    if (typeof input !== 'string' || !input.endsWith('/api/v1/live/events') || typeof init?.body !== 'string')
      return calls(input, init)
    const { ts: _ts, ...body } = JSON.parse(init.body) as { ts: number; from?: number; token: string }
    asked.push(body)
    if (first && asked.length === 1) return Promise.resolve(first)
    const start = (line: ReadableStreamDefaultController<Uint8Array>) => {
      lines.push(line)
      init.signal?.addEventListener('abort', () => line.error(new Error('given up')))
    }
    return Promise.resolve(
      new Response(new ReadableStream<Uint8Array>({ start }), {
        headers: { 'content-type': 'text/event-stream; charset=utf-8' },
      }),
    )
  })
  const write = (text: string) => lines.at(-1)?.enqueue(new TextEncoder().encode(text))
  return { asked, write, cut: () => lines.at(-1)?.error(new Error('cut')), end: () => lines.at(-1)?.close() }
}

/** A signed-in store that shows the balances, and how often they were read. */
async function follow() {
  const pauses: number[] = []
  const { store, wire } = signedInStore({ pause: async (ms) => void pauses.push(ms) })
  const reads = { count: 0, coin: 5 }
  server.use(
    call('fishing/player_info', () => {
      reads.count++
      return {
        data: {
          ...(world['fishing/player_info'] as FishingPlayerInfoData),
          asset: { ...asset, coin: reads.coin, ver: 300 + reads.count },
        },
      }
    }),
  )
  await store.dispatch(endpoints.endpoints.fishingPlayerInfo.initiate())
  offs.push(followLive(store, wire))
  return { store, wire, reads, pauses }
}

/** Keeps the list of withdrawals on the screen, and how often it was read. */
async function showWithdrawals(store: ReturnType<typeof signedInStore>['store']) {
  const reads = { count: 0 }
  server.use(call('withdraw/info', () => (reads.count++, { data: world['withdraw/info'] })))
  await store.dispatch(endpoints.endpoints.withdrawInfo.initiate())
  return reads
}

/** Keeps the identity's state on the screen, which money in or out does not change; how often it was read. */
async function showIdentity(store: ReturnType<typeof signedInStore>['store']) {
  const reads = { count: 0 }
  server.use(call('kyc/check', () => (reads.count++, { data: world['kyc/check'] })))
  await store.dispatch(endpoints.endpoints.kycCheck.initiate())
  return reads
}

/** A command of the player's own whose answer carries this position. */
async function seesUpTo(store: ReturnType<typeof signedInStore>['store'], position: number) {
  server.use(
    http.post('*/api/v1/signin/sign', () =>
      HttpResponse.json({ ...envelope({ data: { ...(world['signin/sign'] as object), asset } }), position }),
    ),
  )
  await store.dispatch(endpoints.endpoints.signinSign.initiate())
}

const settle = () => vi.waitFor(() => undefined)
const live = (store: ReturnType<typeof signedInStore>['store']) => store.getState().system.live

test('a hint has the balances read; one about the player\u2019s own command does not', async () => {
  const { asked, write } = streams()
  const { store, reads } = await follow()
  await vi.waitFor(() => expect(live(store)).toBe(true))
  expect(asked).toEqual([{ token: 'a'.repeat(64) }])
  // What happened before the stream began is read once.
  await vi.waitFor(() => expect(reads.count).toBe(2))
  server.use(
    http.post('*/api/v1/signin/sign', () =>
      HttpResponse.json({
        ...envelope({ data: { ...(world['signin/sign'] as object), asset } }),
        position: 18,
      }),
    ),
  )
  await store.dispatch(endpoints.endpoints.signinSign.initiate())
  await vi.waitFor(() => expect(reads.count).toBe(3))
  write('id: 17\nevent: open\ndata: {"at":17}\n\nid: 18\nevent: balance\ndata: {"at":18}\n\n')
  reads.coin = 777
  write(
    ': keep-alive\n\nid: 19\nevent: balance\ndata: {"at":19}\n\nid: 19\nevent: topup\ndata: {"at":19}\n\n',
  )
  await vi.waitFor(() => expect(store.getState().client.assets).toMatchObject({ coin: 777 }))
  expect(reads.count).toBe(4)
})

test('a stream that breaks off begins again where it was, after ever longer pauses', async () => {
  const { asked, write, cut, end } = streams()
  const { store, pauses } = await follow()
  await vi.waitFor(() => expect(live(store)).toBe(true))
  write('id: 41\n\n')
  await settle()
  end()
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  expect(asked[1]?.from).toBe(41)
  await vi.waitFor(() => expect(live(store)).toBe(true))
  cut()
  await vi.waitFor(() => expect(asked).toHaveLength(3))
  expect(pauses).toHaveLength(2)
  expect(pauses[0]).toBeGreaterThanOrEqual(500)
  expect(pauses[1]).toBeGreaterThanOrEqual(1_000)
})

test('a client that comes back reads everything, whatever an own command has seen meanwhile', async () => {
  const { asked, write, end } = streams()
  const { store, reads } = await follow()
  const shown = await showIdentity(store)
  await vi.waitFor(() => expect(live(store)).toBe(true))
  await vi.waitFor(() => expect(reads.count).toBe(2))
  write('id: 90\nevent: open\ndata: {"at":90}\n\n')
  await settle()
  end()
  await seesUpTo(store, 101)
  await vi.waitFor(() => expect(reads.count).toBe(3))
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  expect(asked[1]?.from).toBe(90)
  await vi.waitFor(() => expect(live(store)).toBe(true))
  // The other two topics, which the server sends with it, are news in any case.
  write('id: 101\nevent: open\ndata: {"at":101}\n\nid: 101\nevent: balance\ndata: {"at":101}\n\n')
  await vi.waitFor(() => expect([reads.count, shown.count]).toEqual([4, 2]))
  // From there on an own command's hint is no news again: it would have the identity read, which an order does not.
  await seesUpTo(store, 102)
  await vi.waitFor(() => expect(reads.count).toBe(5))
  write('id: 102\nevent: balance\ndata: {"at":102}\n\nid: 103\nevent: topup\ndata: {"at":103}\n\n')
  await vi.waitFor(() => expect(reads.count).toBe(6))
  expect(shown.count).toBe(2)
})

test('a withdrawal is news whatever position the player\u2019s own log has reached', async () => {
  const { write } = streams()
  const { store, reads } = await follow()
  const shown = await showWithdrawals(store)
  await vi.waitFor(() => expect(live(store)).toBe(true))
  await vi.waitFor(() => expect(reads.count).toBe(2))
  await seesUpTo(store, 200)
  await vi.waitFor(() => expect(reads.count).toBe(3))
  write('id: 7\nevent: withdrawal\ndata: {"at":7}\n\n')
  await vi.waitFor(() => expect(shown.count).toBe(2))
})

test('money that came in or went out changes what can be exchanged and withdrawn', async () => {
  const { write } = streams()
  const { store } = await follow()
  const shown = await showWithdrawals(store)
  let reads = 0
  server.use(call('exchange/info', () => (reads++, { data: world['exchange/info'] })))
  await store.dispatch(endpoints.endpoints.exchangeInfo.initiate())
  await vi.waitFor(() => expect(live(store)).toBe(true))
  write('id: 7\nevent: withdrawal\ndata: {"at":7}\n\n')
  await vi.waitFor(() => expect([reads, shown.count]).toEqual([2, 2]))
  write('id: 8\nevent: topup\ndata: {"at":8}\n\n')
  await vi.waitFor(() => expect([reads, shown.count]).toEqual([3, 3]))
})

test('pauses double up to half a minute and are never the same for all', () => {
  expect([1, 2, 3, 4, 5, 6, 20].map((failures) => pauseAfter(failures, 1))).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ])
  expect(pauseAfter(6, 0)).toBe(15_000)
})

test('nobody looks, nobody is connected or nobody is signed in: no stream', async () => {
  const { asked } = streams()
  const { store } = await follow()
  await vi.waitFor(() => expect(live(store)).toBe(true))
  receive('visibility_changed', { is_visible: false })
  expect(live(store)).toBe(false)
  store.dispatch(onlineSet(false))
  receive('visibility_changed', { is_visible: true })
  expect(asked).toHaveLength(1)
  store.dispatch(onlineSet(true))
  await vi.waitFor(() => expect(live(store)).toBe(true))
  expect(asked).toHaveLength(2)
  store.dispatch(sessionLost({ kind: 'server', code: -1000, message: '', data: null }))
  expect(live(store)).toBe(false)
  await settle()
  expect(asked).toHaveLength(2)
})

test('a refused token: an ordinary call renews the session, and the new token begins a new stream', async () => {
  const { asked } = streams(Response.json(envelope({ error: -1000 })))
  const { store } = await follow()
  const renewed = { ...(world['login/telegram'] as LoginTelegramData), token: 'renewed' }
  server.use(
    call('login/telegram', () => ({ data: renewed })),
    call('fishing/player_info', ({ token }) =>
      token === 'renewed' ? { data: world['fishing/player_info'] } : { error: -1000 },
    ),
  )
  await vi.waitFor(() => expect(live(store)).toBe(true))
  expect(asked.map(({ token }) => token)).toEqual(['a'.repeat(64), 'renewed'])
})

test('a server without the stream is asked once, also after the player came back', async () => {
  const { asked } = streams(Response.json(envelope({ error: -1006 }), { status: 404 }))
  const { store } = await follow()
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  await settle()
  receive('visibility_changed', { is_visible: false })
  receive('visibility_changed', { is_visible: true })
  store.dispatch(sessionOpened({ ...(world['login/telegram'] as LoginTelegramData), token: 'another' }))
  await settle()
  expect(asked).toHaveLength(1)
  expect(live(store)).toBe(false)
})

test('a line that fell silent is given up', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { asked } = streams()
  const { wire, store } = signedInStore()
  server.use(call('fishing/player_info', () => ({ data: world['fishing/player_info'] })))
  offs.push(followLive(store, wire))
  await vi.waitFor(() => expect(live(store)).toBe(true), { interval: 0 })
  await vi.advanceTimersByTimeAsync(silenceMaxMs + 1)
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(1))
})

test('events are read whatever the pieces they come in', () => {
  const text =
    ': hello\r\n\r\nid: 1\r\n\r\nid:2\nevent: balance\ndata: {"at":2,\n' +
    'data: "ver":7}\n\nevent: topup\ndata\n\nretry: 5\nid: 3'
  for (const size of [1, 3, 1_000]) {
    const events: StreamEvent[] = []
    const push = eventReader((event) => events.push(event))
    for (let at = 0; at < text.length; at += size) push(text.slice(at, at + size))
    expect(events).toEqual([
      { id: '1', name: 'message', data: '' },
      { id: '2', name: 'balance', data: '{"at":2,\n"ver":7}' },
      { id: '2', name: 'topup', data: '' },
    ])
  }
  expect(() => eventReader(() => undefined)('x'.repeat(70_000))).toThrow('no end')
})
