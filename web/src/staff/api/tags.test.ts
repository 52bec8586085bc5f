// What a change makes out of date is fetched again by each list that is on the screen.
import { afterEach, expect, test, vi } from 'vitest'
import { player, world } from '../testing/world.ts'
import { endpoints } from './endpoints.gen.ts'
import { createStore, type Store } from './store.ts'

afterEach(() => vi.restoreAllMocks())

/** Answers from the record of data. Gives the paths of the calls from now on. */
function answer(): string[] {
  const asked: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const url = input instanceof Request ? input.url : input.toString()
    const path = url.replace('/staff/v1/', '')
    asked.push(path)
    return Response.json({ error: 0, message: '', server_ts: 0, data: world[path] })
  })
  return asked
}

const calls = endpoints.endpoints

const decisions = {
  approved: (store: Store) =>
    store.dispatch(calls.proposalsApprove.initiate({ proposal: 'p', digest: 'd', reason: 'Seen' })),
  rejected: (store: Store) =>
    store.dispatch(calls.proposalsReject.initiate({ proposal: 'p', reason: 'Seen' })),
}

test.each(['approved', 'rejected'] as const)(
  'once a proposal is %s, packets, records of invites and boards are fetched again',
  async (decision) => {
    const asked = answer()
    const store = createStore()
    const packets = store.dispatch(calls.packetsListPages.initiate({}))
    const records = store.dispatch(calls.recordsListPages.initiate({ player }))
    const ranks = store.dispatch(calls.ranksListPages.initiate({}))
    await Promise.all([packets, records, ranks])
    const lists = () => asked.filter((path) => path.endsWith('/list')).toSorted()
    expect(lists()).toEqual(['packets/list', 'ranks/list', 'records/list'])
    asked.length = 0
    await decisions[decision](store)
    await expect.poll(lists).toEqual(['packets/list', 'ranks/list', 'records/list'])
    packets.unsubscribe()
    records.unsubscribe()
    ranks.unsubscribe()
  },
)
