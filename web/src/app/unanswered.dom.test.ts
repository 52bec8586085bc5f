// Commands that were sent before a reload and whose answer was not seen.
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endpoints } from '../api/endpoints.gen.ts'
import { uuid7 } from '../shared/uuid7.ts'
import { startTexts } from '../i18n/i18n.ts'
import { takeLaunch } from '../platform/launch.ts'
import { pageValueSet } from '../state/pages.ts'
import { call, server } from '../testing/server.ts'
import { signedInStore } from '../testing/render.tsx'
import { world } from '../testing/world.ts'
import { settleUnanswered } from './unanswered.ts'

const { withdrawDo, shopBuy, exchangeDo } = endpoints.endpoints
const waiting = () => Object.keys(sessionStorage).filter((key) => key.startsWith('req '))

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await startTexts('en')
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  location.hash = ''
})

/** A page that is gone before the answer: the server may or may not have seen the call. */
async function lost(path: string, send: (store: ReturnType<typeof signedInStore>['store']) => unknown) {
  const ids: unknown[] = []
  server.use(
    http.post(
      `*/api/v1/${path}`,
      async ({ request }) => (
        ids.push(((await request.json()) as { req_id?: unknown }).req_id),
        HttpResponse.error()
      ),
    ),
  )
  await send(signedInStore().store)
  return ids
}

test('a withdrawal is sent again with its own id, its amount leaves the form, and its detail is shown', async () => {
  const before = await lost('withdraw/do', (store) =>
    store.dispatch(withdrawDo.initiate({ key: 'ton', amount: '12.5' })),
  )
  const bodies: Record<string, unknown>[] = []
  server.use(call('withdraw/do', (body) => (bodies.push(body), { data: world['withdraw/do'] })))
  location.hash = '#/withdraw/do/ton'
  const { store } = signedInStore()
  store.dispatch(pageValueSet({ page: 'withdraw', key: 'amount ton', value: '12.5' }))
  await settleUnanswered(store)
  expect(bodies).toHaveLength(1)
  expect(bodies[0]).toMatchObject({ key: 'ton', amount: '12.5', req_id: before[0] })
  expect(store.getState().pages['withdraw']).toEqual({ 'amount ton': '' })
  expect(location.hash).toBe('#/withdraw/detail/0193f0c2-7a11-7bbb-8ccc-000000000002')
  expect(waiting()).toEqual([])
})

test('a refusal settles it too, and the next purchase is a new one', async () => {
  const before = await lost('shop/buy', (store) =>
    store.dispatch(shopBuy.initiate({ item_id: 'coins_1', price: '1.000000', count: 1 })),
  )
  const ids: unknown[] = []
  server.use(call('shop/buy', (body) => (ids.push(body['req_id']), { error: 5102, message: '' })))
  const { store } = signedInStore()
  await settleUnanswered(store)
  await store.dispatch(shopBuy.initiate({ item_id: 'coins_1', price: '1.000000', count: 1 }))
  expect(ids[0]).toBe(before[0])
  expect(ids[1]).not.toBe(before[0])
})

test('without an answer again it waits for the next start', async () => {
  await lost('exchange/do', (store) =>
    store.dispatch(exchangeDo.initiate({ pair: 'usdt_coupon', amount: '12' })),
  )
  await settleUnanswered(signedInStore().store)
  expect(waiting()).toHaveLength(1)
})

test.each([
  ['is sent again for the same user', 1, 1],
  ['is never sent in the name of the tab\u2019s next user', 2, 0],
])('a withdrawal %s', async (_, id, sent) => {
  const opens = (user: number) => {
    const initData = `user=${encodeURIComponent(JSON.stringify({ id: user }))}&hash=0`
    location.hash = `#tgWebAppData=${encodeURIComponent(initData)}`
    takeLaunch()
  }
  opens(1)
  await lost('withdraw/do', (store) => store.dispatch(withdrawDo.initiate({ key: 'ton', amount: '12.5' })))
  opens(id)
  const bodies: unknown[] = []
  server.use(call('withdraw/do', (body) => (bodies.push(body), { data: world['withdraw/do'] })))
  await settleUnanswered(signedInStore().store)
  expect(bodies).toHaveLength(sent)
})

test('a withdrawal that its owner proved waits for the owner, who finishes it under the same id', async () => {
  const before = await lost('withdraw/do', (store) =>
    store.dispatch(withdrawDo.initiate({ key: 'ton', amount: '13', bio_token: 'secret' })),
  )
  const bodies: Record<string, unknown>[] = []
  server.use(call('withdraw/do', (body) => (bodies.push(body), { data: world['withdraw/do'] })))
  // What the page knew is gone, what the tab kept is not.
  vi.resetModules()
  const reloaded = await import('./unanswered.ts')
  const { endpoints: again } = await import('../api/endpoints.gen.ts')
  const { signedInStore: signIn } = await import('../testing/render.tsx')
  const { store } = signIn()
  await reloaded.settleUnanswered(store)
  expect(bodies).toHaveLength(0)
  const asked = { key: 'ton', amount: '13', bio_token: 'secret' }
  await store.dispatch(again.endpoints.withdrawDo.initiate(asked))
  expect(bodies).toHaveLength(1)
  expect(bodies[0]).toMatchObject({ ...asked, req_id: before[0] })
  expect(waiting()).toEqual([])
})

test('what the player has repeated meanwhile is not done a second time', async () => {
  const buy = { item_id: 'coins_2', price: '1.000000', count: 1 }
  await lost('exchange/do', (store) =>
    store.dispatch(exchangeDo.initiate({ pair: 'usdt_coupon', amount: '14' })),
  )
  await lost('shop/buy', (store) => store.dispatch(shopBuy.initiate(buy)))
  const { store } = signedInStore()
  const bought: unknown[] = []
  server.use(
    call('shop/buy', (body) => (bought.push(body['req_id']), { data: {} })),
    call('exchange/do', async () => {
      await store.dispatch(shopBuy.initiate(buy))
      return { data: {} }
    }),
  )
  await settleUnanswered(store)
  expect(bought).toHaveLength(1)
  expect(waiting()).toEqual([])
})

test('the last try counts, not the first', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const buy = (store: ReturnType<typeof signedInStore>['store']) =>
    store.dispatch(shopBuy.initiate({ item_id: 'coins_3', price: '1.000000', count: 1 }))
  const [first] = await lost('shop/buy', buy)
  vi.setSystemTime(Date.now() + 9 * 60_000)
  await lost('shop/buy', buy)
  vi.setSystemTime(Date.now() + 2 * 60_000)
  const ids: unknown[] = []
  server.use(call('shop/buy', (body) => (ids.push(body['req_id']), { data: {} })))
  await settleUnanswered(signedInStore().store)
  expect(ids).toEqual([first])
})

test('what is old, unknown or a step of a dive is not sent again', async () => {
  const old = uuid7(Date.now() - 11 * 60_000)
  sessionStorage.setItem('req /api/v1/shop/buy [["count",1],["item_id","x"],["price","1"]]', old)
  sessionStorage.setItem('req /api/v1/no/such []', uuid7())
  sessionStorage.setItem('req rubbish', 'x')
  sessionStorage.setItem('req /api/v1/fishing/cast [["dive_id","d"],["seq",3]]', uuid7())
  await settleUnanswered(signedInStore().store)
  expect(waiting().toSorted()).toEqual([
    'req /api/v1/fishing/cast [["dive_id","d"],["seq",3]]',
    'req rubbish',
  ])
})
