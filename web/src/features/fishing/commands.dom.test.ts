// What is heard of a dive: a win and a catch, never a loss; and what a start holds the house to.
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Cast, Dive, DiveResult, FishingDiveStartBody } from '../../api/endpoints.gen.ts'
import { brokenPins, type Shown } from '../../state/deviceValue.ts'
import { asset, dive as golden, goldenCasts } from '../../testing/world.ts'
import { cast, start, surface, type Desk, type Tools } from './commands.ts'

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
    account: '1',
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

describe('a start', () => {
  const shown: Shown = { commit: 'c0', next_commit: 'c1', client_seed: 'angler', nonce: 12 }
  const refusal = (code: number) => ({ error: { kind: 'server', code, message: '', data: null } })
  const seen: Dive[] = []

  /** Starts a dive with a house that shows and answers this, and gives the value that was sent to it. */
  async function sent(
    answer: (value: string) => unknown,
    { seeds = { data: shown }, last = null }: { seeds?: unknown; last?: unknown } = {},
  ): Promise<string | null> {
    let value: string | null = null
    const ask = {
      seeds: async () => seeds,
      lastDive: async () => last,
      start: async (body: FishingDiveStartBody) => answer((value = body.device_value)),
    }
    const keep = (dive: Dive | null) => void (dive !== null && seen.push(dive))
    await start({ ...tools(golden, {}), keep, ask: ask as unknown as Tools['ask'] }, 10, 1)
    return value
  }
  const dive = (value: string, part: Partial<Dive> = {}) => ({
    data: {
      dive: { ...golden, commit: 'c0', client_seed: `angler.${value}`, nonce: 12, casts: 0, ...part },
      asset,
    },
  })
  const broken = () => brokenPins('1').map((pin) => pin.dive?.commit)

  test('sends nothing before it knows what the server is bound to', async () => {
    expect(await sent(dive, { seeds: { error: { kind: 'network', timeout: true } } })).toBeNull()
    expect(await sent(dive)).toMatch(/^[0-9a-f]{32}$/)
    expect(broken()).toEqual([])
  })

  test('sends the value again after a refusal and after no answer, until a dive began under it', async () => {
    const value = await sent(() => refusal(2001))
    expect(await sent(() => refusal(3011))).toBe(value)
    expect(await sent(() => ({ error: { kind: 'network', timeout: true } }))).toBe(value)
    expect(await sent(dive)).toBe(value)
    expect(await sent(() => refusal(2001))).not.toBe(value)
  })

  test('draws another value once the pair was rotated', async () => {
    const value = await sent(() => refusal(2001))
    const rotated = { data: { ...shown, commit: 'c1', next_commit: 'c2', nonce: 0 } }
    expect(await sent(() => refusal(2001), { seeds: rotated })).not.toBe(value)
  })

  test('names a house that rotated twice after it knew the value; the dive is shown all the same', async () => {
    seen.splice(0)
    await sent((value) => dive(value, { commit: 'c2', nonce: 0 }))
    expect(broken()).toEqual(['c2'])
    expect(seen).toHaveLength(1)
  })

  test('a value that the server calls used is dropped for the dive that used it, not for the word', async () => {
    const value = (await sent(() => refusal(-1006))) ?? ''
    const other = { dive_id: 'other', commit: 'c0', client_seed: 'angler.0', casts: [] }
    expect(await sent(() => refusal(-1006), { last: other })).toBe(value)
    const own = { ...other, dive_id: 'own', client_seed: `angler.${value}` }
    expect(await sent(() => refusal(-1006), { last: own })).toBe(value)
    expect(await sent(dive)).not.toBe(value)
  })
})
