// What is heard of a dive: a win and a catch, never a loss.
import { beforeEach, expect, test, vi } from 'vitest'
import type { Cast, Dive, DiveResult } from '../../api/endpoints.gen.ts'
import { asset, dive as golden, goldenCasts } from '../../testing/world.ts'
import { cast, surface, type Desk, type Tools } from './commands.ts'

const heard = vi.hoisted(() => [] as string[])
vi.mock('../../platform/sound.ts', () => ({ sound: (name: string) => void heard.push(name) }))

beforeEach(() => void heard.splice(0))

const result = (part: Partial<DiveResult>): DiveResult => ({
  dive_id: golden.dive_id,
  reason: 'surfaced',
  casts: 9,
  staked: 900,
  fish: '650.00',
  bonus: '0.00',
  chest_gusd: '0.00',
  chest_usdt: '0.000000',
  payout: '650.00',
  credited_as: 'gusd',
  profit: '0.00',
  capped: false,
  closed_at: 0,
  ...part,
})

/** Tools with these answers. */
function tools(dive: Dive, answers: { cast?: unknown; surface?: unknown }): Tools {
  return {
    dive,
    play: async () => undefined,
    change: () => undefined,
    keep: () => undefined,
    refetch: () => undefined,
    ask: {
      start: async () => Promise.reject(new Error('not asked for')),
      cast: async () => ({ data: answers.cast }),
      surface: async () => ({ data: answers.surface }),
    } as unknown as Tools['ask'],
  }
}

const [empty, mine] = goldenCasts as [Cast, Cast]
const fish: Cast = { ...empty, kind: 'fish', id: 'tuna', value: '500.00', x10: 50 }

test.each([
  ['650.00', 'splash'],
  ['900.00', 'splash'],
  ['900.01', 'cashOut'],
])('a payout of %s for 900 staked sounds like %s', async (payout, sound) => {
  await surface(tools(golden, { surface: { result: result({ payout }), asset } }))
  expect(heard).toEqual([sound])
})

test('a result names the best fish that came up', async () => {
  const seen: unknown[] = []
  const looking = (dive: Dive, answers: Parameters<typeof tools>[1]): Tools => ({
    ...tools(dive, answers),
    change: (how) => seen.push(how({ known: [] } as unknown as Desk).best),
  })
  await surface(looking(golden, { surface: { result: result({}), asset } }))
  expect(seen.at(-1)).toMatchObject({ id: 'tuna', value: '500.00' })
  // The last cast of a dive at the sea-bed: the mine took the tuna.
  const last = { cast: { ...mine, destroyed: [2] }, dive: null, result: result({}), asset }
  await cast(looking(golden, { cast: last }), false)
  expect(seen.at(-1)).toMatchObject({ id: 'sardine', value: '100.00' })
  await surface(looking({ ...golden, line: [] }, { surface: { result: result({}), asset } }))
  expect(seen.at(-1)).toBeNull()
})

test('a mine that takes fish is not heard', async () => {
  const after = { ...golden, line: golden.line.slice(1) }
  const answer = { cast: { ...mine, destroyed: [0] }, dive: after, result: null, asset }
  await cast(tools(golden, { cast: answer }), false)
  expect(heard).toEqual(['cast'])
})

test('the first fish on the line is a catch, and says that it is at risk', async () => {
  const before = { ...golden, level: 2, line: [] }
  const after = { ...golden, level: 3, line: golden.line.slice(0, 1) }
  await cast(tools(before, { cast: { cast: fish, dive: after, result: null, asset } }), false)
  expect(heard).toEqual(['cast', 'bite', 'catch', 'risk'])
  heard.splice(0)
  await cast(tools(after, { cast: { cast: fish, dive: { ...after, level: 4 }, result: null, asset } }), false)
  expect(heard).toEqual(['cast', 'bite', 'catch'])
})
