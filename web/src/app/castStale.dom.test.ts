// What a cast makes stale, measured in requests: nothing beside itself while nobody looks at it.
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { endpoints, type DiveResult, type FishingCastData } from '../api/endpoints.gen.ts'
import '../api/shared.ts'
import '../features/fishing/api.ts'
import '../features/wallet/api.ts'
import { signedInStore } from '../testing/render.tsx'
import { envelope, server } from '../testing/server.ts'
import { asset, dive, goldenCasts, world } from '../testing/world.ts'

const { fishingCast, vipInfo, walletHistoryPages } = endpoints.endpoints
const [drawn] = goldenCasts as [FishingCastData['cast']]
const goesOn: FishingCastData = { cast: drawn, dive, result: null, asset }
const ends: FishingCastData = { cast: drawn, dive: null, result: { casts: 9 } as DiveResult, asset }

/** A store that has read VIP and history, a way to cast, and the calls since then, in order. */
async function looked(answer: FishingCastData) {
  const calls: string[] = []
  server.use(
    http.post('*/api/v1/*', ({ request }) => {
      const path = new URL(request.url).pathname.replace('/api/v1/', '')
      calls.push(path)
      return HttpResponse.json(envelope({ data: path === 'fishing/cast' ? answer : world[path] }))
    }),
  )
  const { store } = signedInStore()
  const read = () => [store.dispatch(vipInfo.initiate()), store.dispatch(walletHistoryPages.initiate({}))]
  const shown = read()
  await Promise.all(shown)
  calls.splice(0)
  return {
    calls,
    look: () => Promise.all(read()),
    leave: () => shown.forEach((each) => each.unsubscribe()),
    cast: (seq: number) =>
      store.dispatch(fishingCast.initiate({ dive_id: dive.dive_id, seq, shield: false })),
  }
}

test('casts in a row ask for nothing else; who opens the history then sees their lines', async () => {
  const { calls, leave, cast, look } = await looked(goesOn)
  leave()
  for (const seq of [1, 2, 3]) await cast(seq)
  expect(calls).toEqual(['fishing/cast', 'fishing/cast', 'fishing/cast'])
  await look()
  expect(calls.slice(3)).toEqual(['wallet/history'])
})

test('the end of a dive makes the claim of the tier stale as well', async () => {
  const { calls, leave, cast, look } = await looked(ends)
  leave()
  await cast(4)
  expect(calls).toEqual(['fishing/cast'])
  await look()
  expect(calls.slice(1).toSorted()).toEqual(['vip/info', 'wallet/history'])
})
