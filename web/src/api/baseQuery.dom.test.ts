// The protocol against answers on the network level, with the real store.
import { delay, http, HttpResponse } from 'msw'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { call, envelope, server } from '../testing/server.ts'
import { signedInStore, testStore } from '../testing/render.tsx'
import { asset, dive, world } from '../testing/world.ts'
import { selectUserInfo } from '../state/selectors.ts'
import { serverTimeSeen } from './clock.ts'
import { endpoints } from './endpoints.gen.ts'

const { userInfo, teamInfo, fishingCast, fishingDiveStart, fishingSurface, signinSign, fishingPlayerInfo } =
  endpoints.endpoints
/** The login's answer has filled the cache already. */
const forced = { forceRefetch: true }
const device_value = '0f'.repeat(16)
const tokenError = { error: -1000, message: 'Session expired, please reopen' }

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Answers logins with token-1, token-2, … and counts them. */
function logins() {
  const seen: Record<string, unknown>[] = []
  server.use(
    call('login/telegram', async (body) => {
      seen.push(body)
      await delay(20)
      return { data: { ...(world['login/telegram'] as object), token: `token-${seen.length}` } }
    }),
  )
  return seen
}

describe('a call', () => {
  test('carries the token and the time, and gives the data alone', async () => {
    const { store } = signedInStore()
    const bodies: Record<string, unknown>[] = []
    server.use(call('user/info', (body) => (bodies.push(body), { data: world['user/info'] })))
    const { data } = await store.dispatch(userInfo.initiate(undefined, forced))
    expect(data).toEqual(world['user/info'])
    expect(bodies[0]).toMatchObject({ token: 'a'.repeat(64) })
    expect(Math.abs(Number(bodies[0]?.['ts']) - Date.now())).toBeLessThan(5_000)
    expect(selectUserInfo(store.getState())?.nickname).toBe('Mara')
  })

  test('a refusal is given with its code and data', async () => {
    const { store } = signedInStore()
    server.use(
      call('user/info', () => ({
        error: 4003,
        message: 'Balance must be under 1000',
        data: { floor: 1000 },
      })),
    )
    const { error } = await store.dispatch(userInfo.initiate(undefined, forced))
    expect(error).toEqual({
      kind: 'server',
      code: 4003,
      message: 'Balance must be under 1000',
      data: { floor: 1000 },
    })
  })

  test('the highest version of the balances is kept', async () => {
    const { store } = signedInStore()
    let ver = 10
    server.use(
      call('fishing/player_info', () => ({
        data: { ...(world['fishing/player_info'] as object), asset: { ...asset, coin: ver, ver } },
      })),
    )
    await store.dispatch(fishingPlayerInfo.initiate(undefined, { forceRefetch: true }))
    ver = 9
    await store.dispatch(fishingPlayerInfo.initiate(undefined, { forceRefetch: true }))
    expect(store.getState().client.assets).toMatchObject({ coin: 10, ver: 10 })
  })
})

describe('the session', () => {
  test('without a token all callers wait for one login', async () => {
    const { store } = testStore()
    const seen = logins()
    const tokens: unknown[] = []
    server.use(
      call('user/info', (body) => (tokens.push(body['token']), { data: world['user/info'] })),
      call('team/info', (body) => (tokens.push(body['token']), { data: world['team/info'] })),
    )
    await Promise.all([
      store.dispatch(userInfo.initiate(undefined, forced)),
      store.dispatch(teamInfo.initiate()),
    ])
    expect(seen).toHaveLength(1)
    expect(seen[0]).toMatchObject({ init_data: 'signed', device: 'd-1' })
    expect(seen[0]).toMatchObject({ init_data: 'signed', inviter: '', device: 'd-1' })
    expect(tokens).toEqual(['token-1', 'token-1'])
  })

  test('after a token error there is one silent login, and every call is replayed once', async () => {
    const { store } = signedInStore()
    const seen = logins()
    const refuse = (body: Record<string, unknown>, data: unknown) =>
      body['token'] === 'token-1' ? { data } : tokenError
    server.use(
      call('user/info', (body) => refuse(body, world['user/info'])),
      call('team/info', (body) => refuse(body, world['team/info'])),
    )
    const [user, team] = await Promise.all([
      store.dispatch(userInfo.initiate(undefined, forced)),
      store.dispatch(teamInfo.initiate()),
    ])
    expect(user.isSuccess && team.isSuccess).toBe(true)
    expect(seen).toHaveLength(1)
    expect(store.getState().client).toMatchObject({ token: 'token-1', lost: null })
  })

  test('a second token error ends the session', async () => {
    const { store } = signedInStore()
    const seen = logins()
    let calls = 0
    server.use(call('team/info', () => (calls++, tokenError)))
    const { error } = await store.dispatch(teamInfo.initiate())
    expect(error).toMatchObject({ code: -1000 })
    expect([seen.length, calls]).toEqual([1, 2])
    expect(store.getState().client.lost).toMatchObject({ code: -1000 })
  })

  test('a refused login ends the session, a login without an answer does not', async () => {
    const refused = signedInStore()
    server.use(
      call('team/info', () => tokenError),
      call('login/telegram', () => ({ error: -1001 })),
    )
    await refused.store.dispatch(teamInfo.initiate())
    expect(refused.store.getState().client.lost).toMatchObject({ code: -1001 })

    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const cut = signedInStore()
    server.use(
      call('team/info', () => tokenError),
      http.post('*/api/v1/login/telegram', () => HttpResponse.error()),
    )
    const { error } = await cut.store.dispatch(teamInfo.initiate())
    expect(error).toEqual({ kind: 'network', timeout: false })
    expect(cut.store.getState().client.lost).toBeNull()
  })
})

describe('a device whose date is days off', () => {
  afterEach(() => serverTimeSeen(Date.now()))

  /** A server with its own clock, which refuses other days. */
  function strict(path: string, serverMs: number, data: unknown) {
    const seen: Record<string, unknown>[] = []
    server.use(
      http.post(`*/api/v1/${path}`, async ({ request }) => {
        const body = (await request.json()) as Record<string, unknown>
        seen.push(body)
        const refused = Math.abs(Number(body['ts']) - serverMs) > 86_400_000
        const reply = refused ? { error: -1006, data: { field: 'ts' } } : { data }
        return HttpResponse.json({ ...envelope(reply), server_ts: serverMs })
      }),
    )
    return seen
  }

  test('is let in: the refusal brought the right time, and every later call goes with it', async () => {
    const serverMs = Date.now()
    const logged = strict('login/telegram', serverMs, world['login/telegram'])
    const asked = strict('team/info', serverMs, world['team/info'])
    vi.useFakeTimers({ toFake: ['Date'], now: serverMs + 3 * 86_400_000 })
    const { store } = testStore()
    const { isSuccess } = await store.dispatch(teamInfo.initiate())
    expect(isSuccess).toBe(true)
    expect([logged.length, asked.length]).toEqual([2, 1])
  })

  test('that was set wrong meanwhile repeats a command under its id, once', async () => {
    const { store } = signedInStore()
    serverTimeSeen(Date.now())
    const asked = strict('shop/buy', Date.now() + 2 * 86_400_000, {})
    const buy = () =>
      store.dispatch(endpoints.endpoints.shopBuy.initiate({ item_id: 'net', price: '1.000000', count: 1 }))
    expect((await buy()).error).toBeUndefined()
    expect(asked).toHaveLength(2)
    expect(asked[1]?.['req_id']).toBe(asked[0]?.['req_id'])
    let tries = 0
    server.use(call('shop/buy', () => (tries++, { error: -1006, data: { field: 'ts' } })))
    expect((await buy()).error).toMatchObject({ code: -1006 })
    expect(tries).toBe(2)
    server.use(call('shop/buy', () => (tries++, { error: -1006, data: { field: 'price' } })))
    await buy()
    expect(tries).toBe(3)
  })
})

describe('a call without an answer', () => {
  type Body = Record<string, unknown>
  /** Fails `times` times, then answers; gives the request ids seen, or what `part` takes of each body. */
  function shaky<Part = unknown>(
    path: string,
    times: number,
    data: unknown,
    part: (body: Body) => Part = (body) => body['req_id'] as Part,
  ) {
    const seen: Part[] = []
    server.use(
      http.post(`*/api/v1/${path}`, async ({ request }) => {
        seen.push(part((await request.json()) as Body))
        return seen.length <= times
          ? HttpResponse.error()
          : HttpResponse.json({ error: 0, message: '', data })
      }),
    )
    return seen
  }

  test('is repeated with the same request id when it moves money', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { store } = signedInStore()
    const ids = shaky('fishing/cast', 2, { cast: null, dive, result: null, asset })
    const result = await store.dispatch(fishingCast.initiate({ dive_id: 'd', seq: 1, shield: false }))
    expect(result.error).toBeUndefined()
    expect(ids).toHaveLength(3)
    expect(new Set(ids).size).toBe(1)
    expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  test('keeps its id over a reload of the page until it is answered, then gets a new one', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const ids = shaky('fishing/cast', 3, { cast: null, dive, result: null, asset })
    const cast = () =>
      signedInStore().store.dispatch(fishingCast.initiate({ dive_id: 'd', seq: 2, shield: false }))
    expect((await cast()).error).toMatchObject({ kind: 'network' })
    expect(Object.keys(sessionStorage).filter((key) => key.includes('/fishing/cast'))).toHaveLength(1)
    expect((await cast()).error).toBeUndefined()
    expect(Object.keys(sessionStorage).filter((key) => key.includes('/fishing/cast'))).toHaveLength(0)
    await cast()
    expect(ids).toHaveLength(5)
    expect(new Set(ids.slice(0, 4)).size).toBe(1)
    expect(ids[4]).not.toBe(ids[0])
  })

  test('with personal data leaves none of it in the storage of the phone', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { store } = signedInStore()
    const ids = shaky('kyc/edit', 3, { status: 1, submission_id: 's' })
    const form = {
      id_name: 'Mara Lind',
      id_no: 'C01X00T47',
      country: 'DE',
      tel: '+491701234567',
      email: 'mara@example.com',
      id_urls: [],
      id_type: 2,
    }
    expect((await store.dispatch(endpoints.endpoints.kycEdit.initiate(form))).error).toMatchObject({
      kind: 'network',
    })
    expect(JSON.stringify([sessionStorage, localStorage])).not.toContain('Mara')
    await store.dispatch(endpoints.endpoints.kycEdit.initiate(form))
    expect(new Set(ids).size).toBe(1)
  })

  test.each([
    ['none', { amount: '7' }, { amount: '7', bio_token: 'secret-1' }],
    ['one', { amount: '8', bio_token: 'secret-1' }, { amount: '8' }],
    ['another one', { amount: '9', bio_token: 'secret-1' }, { amount: '9', bio_token: 'secret-2' }],
  ])('is the same request whatever proof comes later; the first try had %s', async (_, first, second) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { store } = signedInStore()
    const { withdrawDo } = endpoints.endpoints
    const bodies = shaky('withdraw/do', 3, world['withdraw/do'], ({ ts: _ts, ...body }) => body)
    await store.dispatch(withdrawDo.initiate({ key: 'ton', ...first }))
    expect(JSON.stringify([sessionStorage, localStorage])).not.toContain('secret')
    await store.dispatch(withdrawDo.initiate({ key: 'ton', ...second }))
    expect(bodies).toHaveLength(4)
    expect(bodies[3]).toEqual(bodies[0])
    // Answered: the next one is new, with its own proof.
    await store.dispatch(withdrawDo.initiate({ key: 'ton', ...second }))
    expect(bodies[4]?.['req_id']).not.toBe(bodies[0]?.['req_id'])
    expect(bodies[4]).toMatchObject(second)
  })

  test('is repeated for ten minutes after its last try; later the same is asked for anew', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    vi.useFakeTimers({ toFake: ['Date'] })
    const { store } = signedInStore()
    const ids = shaky('shop/buy', 9, {})
    const buy = () =>
      store.dispatch(endpoints.endpoints.shopBuy.initiate({ item_id: 'chest', price: '1.000000', count: 1 }))
    for (const minutes of [0, 9, 9, 11]) {
      vi.setSystemTime(Date.now() + minutes * 60_000)
      await buy()
    }
    expect(ids).toHaveLength(10)
    expect(new Set(ids.slice(0, 9)).size).toBe(1)
    expect(ids[9]).not.toBe(ids[0])
  })

  test('gets a new id ten minutes after its last try; one refused as another body is no try', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    vi.useFakeTimers({ toFake: ['Date'] })
    const { store } = signedInStore()
    const ids: unknown[] = []
    server.use(
      http.post('*/api/v1/withdraw/do', async ({ request }) => {
        ids.push(((await request.json()) as Body)['req_id'])
        return ids.length <= 3 ? HttpResponse.error() : HttpResponse.json(envelope({ error: -1007 }))
      }),
    )
    for (const minutes of [0, 6, 3, 2]) {
      vi.setSystemTime(Date.now() + minutes * 60_000)
      await store.dispatch(endpoints.endpoints.withdrawDo.initiate({ key: 'ton', amount: '10' }))
    }
    expect(ids).toHaveLength(6)
    expect(new Set(ids.slice(0, 5)).size).toBe(1)
    expect(ids[5]).not.toBe(ids[0])
  })

  test('that sets something is no longer repeated once something else was set', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { store } = signedInStore()
    const ids = shaky('withdraw/set_address', 3, { address: '', usable_at: 0 })
    const set = (address: string) =>
      store.dispatch(endpoints.endpoints.withdrawSetAddress.initiate({ key: 'ton', address, comment: '' }))
    for (const address of ['first', 'second', 'first']) await set(address)
    expect(ids).toHaveLength(5)
    // The stored answer to the first one would say that an address is set which is not.
    expect(ids[4]).not.toBe(ids[0])
  })

  test('a double tap sends one id', async () => {
    const { store } = signedInStore()
    const ids = shaky('signin/sign', 0, world['signin/sign'])
    await Promise.all([store.dispatch(signinSign.initiate()), store.dispatch(signinSign.initiate())])
    expect(new Set(ids).size).toBe(1)
  })

  test('other bodies have other ids, and a later answer settles an earlier start', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { store } = signedInStore()
    const starts = shaky('fishing/dive_start', 3, { dive, asset })
    await store.dispatch(fishingDiveStart.initiate({ stake: 100, start_level: 1, device_value }))
    server.use(call('fishing/surface', () => ({ data: { result: null, asset } })))
    await store.dispatch(fishingSurface.initiate({ dive_id: 'd' }))
    await store.dispatch(fishingDiveStart.initiate({ stake: 100, start_level: 1, device_value }))
    expect(starts[3]).not.toBe(starts[0])
  })

  test('a busy or faulty server keeps the id, a refusal releases it', async () => {
    const { store } = signedInStore()
    const refusals = [-1008, -1005, -1007, 4006].map((error) => ({ error }))
    const answers = [...refusals, { data: world['signin/sign'] }]
    const ids: unknown[] = []
    server.use(
      call('signin/sign', (body) => (ids.push(body['req_id']), answers[ids.length - 1] ?? { error: -1 })),
    )
    for (const _ of answers) await store.dispatch(signinSign.initiate())
    expect(new Set(ids.slice(0, 4)).size).toBe(1)
    expect(ids[4]).not.toBe(ids[0])
  })

  test('is not an answer when it is no envelope', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { store } = signedInStore()
    server.use(http.post('*/api/v1/user/info', () => HttpResponse.text('<html>502</html>', { status: 502 })))
    const { error } = await store.dispatch(userInfo.initiate(undefined, forced))
    expect(error).toEqual({ kind: 'network', timeout: false })
  })
})

describe('the terms', () => {
  test('are asked for once; the call is replayed with a new id, as the old one stays refused', async () => {
    const askTerms = vi.fn(async () => true)
    const { store } = signedInStore({ askTerms })
    const ids: unknown[] = []
    server.use(
      call(
        'fishing/dive_start',
        (body) => (
          ids.push(body['req_id']),
          body['req_id'] === ids[0] ? { error: -1010 } : { data: { dive, asset } }
        ),
      ),
    )
    const { error } = await store.dispatch(
      fishingDiveStart.initiate({ stake: 10, start_level: 1, device_value }),
    )
    expect(error).toBeUndefined()
    expect(askTerms).toHaveBeenCalledOnce()
    expect(ids).toHaveLength(2)
  })

  test('declined, the call fails with its code', async () => {
    const { store } = signedInStore({ askTerms: async () => false })
    server.use(call('fishing/dive_start', () => ({ error: -1010 })))
    const { error } = await store.dispatch(
      fishingDiveStart.initiate({ stake: 10, start_level: 1, device_value }),
    )
    expect(error).toMatchObject({ code: -1010 })
  })
})
