import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  brokenPins,
  findingsOf,
  freshSeed,
  isBroken,
  valueFor,
  type DiveFacts,
  type Shown,
} from './deviceValue.ts'

const me = '1'
const shown: Shown = { commit: 'c0', next_commit: 'c1', client_seed: 'angler', nonce: 12 }
/** An honest house's dive under what was shown. */
const begun = (value: string, part: Partial<DiveFacts> = {}): DiveFacts => ({
  dive_id: 'd1',
  commit: shown.commit,
  client_seed: `${shown.client_seed}.${value}`,
  nonce: shown.nonce,
  ...part,
})

beforeEach(() => localStorage.clear())
afterEach(() => vi.restoreAllMocks())

describe('an honest house', () => {
  test('each dive has 16 random bytes of its own, also where the one before had no cast', () => {
    const first = valueFor(me, shown)
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect(findingsOf(me, begun(first), first)).toEqual({ commit: 'c0', seed: 'inUse', valueOk: true })
    expect(valueFor(me, shown)).not.toBe(first)
  })

  test('the next pair may take over in between, with the old client seed or the value as the new one', () => {
    for (const client of ['angler', null]) {
      const value = valueFor(me, shown)
      const dive = begun(value, {
        dive_id: `rotated ${client}`,
        commit: 'c1',
        client_seed: `${client ?? value}.${value}`,
        nonce: 0,
      })
      expect(findingsOf(me, dive, value)).toEqual({ commit: 'c1', seed: 'next', valueOk: true })
    }
  })

  test('where nobody chose a client seed, it is the value of the first dive', () => {
    const unchosen = { ...shown, client_seed: '', nonce: 0 }
    const value = valueFor(me, unchosen)
    const dive = (own: string) => begun(value, { client_seed: `${own}.${value}`, nonce: 0 })
    expect(findingsOf(me, dive(value), value)).toEqual({ commit: 'c0', seed: 'inUse', valueOk: true })
    for (const own of ['', 'suits']) expect(findingsOf(me, dive(own))?.valueOk).toBe(false)
  })

  test('a dive whose start had no answer is known when it is seen, and its value is spent', () => {
    const value = valueFor(me, shown)
    expect(isBroken(findingsOf(me, begun(value)))).toBe(false)
    expect(valueFor(me, shown)).not.toBe(value)
  })

  test('a dive of another device is not known here, and spends nothing', () => {
    const value = valueFor(me, shown)
    expect(findingsOf(me, begun(freshSeed()))).toBeNull()
    expect(valueFor(me, shown)).toBe(value)
  })

  test('accounts of one device have values of their own', () => {
    expect(valueFor('2', shown)).not.toBe(valueFor(me, shown))
  })
})

describe('a house that knows the value', () => {
  test('cannot rotate twice to a seed that suits it', () => {
    const value = valueFor(me, shown)
    const found = findingsOf(me, begun(value, { commit: 'suits', nonce: 0 }), value)
    expect(found).toEqual({ commit: 'c0', seed: 'other', valueOk: true })
    expect(isBroken(found)).toBe(true)
    expect(brokenPins(me)).toMatchObject([{ ...shown, value, dive: { dive_id: 'd1', commit: 'suits' } }])
  })

  test.each<[string, (value: string) => Partial<DiveFacts>]>([
    ['a nonce', () => ({ nonce: 13 })],
    ['a nonce of the next pair', () => ({ commit: 'c1', nonce: 5 })],
    ['a client seed', (value) => ({ client_seed: `suits.${value}` })],
    ['a client seed for the pair in use', (value) => ({ client_seed: `${value}.${value}` })],
    ['a draw without the value', () => ({ client_seed: 'angler' })],
  ])('cannot choose %s', (_what, part) => {
    const value = valueFor(me, shown)
    expect(isBroken(findingsOf(me, begun(value, part(value)), value))).toBe(true)
  })

  test('gains nothing by an answer that gets lost: the dive is compared when it is seen', () => {
    const value = valueFor(me, shown)
    expect(findingsOf(me, begun(value, { commit: 'suits' }))?.seed).toBe('other')
  })

  test('gains nothing by a refusal, or by a look at another pair in between: the same value comes again', () => {
    const value = valueFor(me, shown)
    expect(valueFor(me, shown)).toBe(value)
    expect(valueFor(me, { ...shown, next_commit: 'suits' })).toBe(value)
    const other = { ...shown, commit: 'c1', next_commit: 'c2', nonce: 0 }
    expect(valueFor(me, other)).not.toBe(value)
    expect(valueFor(me, shown)).toBe(value)
    // The next commitment is the one that was shown before the value.
    expect(findingsOf(me, begun(value, { commit: 'suits', nonce: 0 }), value)?.seed).toBe('other')
  })

  test.each<Partial<Shown>>([{ commit: 'c1' }, { nonce: 13 }, { client_seed: 'other' }])(
    'a pair that moved, %j, gets a new value',
    (moved) => expect(valueFor(me, { ...shown, ...moved })).not.toBe(valueFor(me, shown)),
  )

  test('cannot say something else of the dive later', () => {
    const value = valueFor(me, shown)
    findingsOf(me, begun(value), value)
    expect(findingsOf(me, begun(value))?.seed).toBe('inUse')
    expect(findingsOf(me, begun(value, { nonce: null }))?.seed).toBe('inUse')
    expect(findingsOf(me, begun(value, { commit: 'c1', nonce: 0 }))?.seed).toBe('other')
    expect(findingsOf(me, begun(value, { client_seed: `suits.${value}` }))?.valueOk).toBe(false)
  })
})

describe('the storage of the device', () => {
  test('keeps the last hundred', () => {
    for (let nonce = 0; nonce < 120; nonce++) valueFor(me, { ...shown, nonce })
    expect((JSON.parse(localStorage.getItem('pins 1') ?? '{}') as { pins: unknown[] }).pins).toHaveLength(100)
  })

  test.each(['{', '{"pins":7}', '{"pins":[null,7,{"value":"v"},{"commit":"c0","dive":7}]}'])(
    'may hold rubbish: %s',
    (text) => {
      localStorage.setItem('pins 1', text)
      expect(valueFor(me, shown)).toMatch(/^[0-9a-f]{32}$/)
      expect(brokenPins(me)).toEqual([])
    },
  )

  test('may be refused: the page remembers', () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('refused')
    })
    const value = valueFor('without storage', shown)
    expect(valueFor('without storage', shown)).toBe(value)
    expect(findingsOf('without storage', begun(value, { commit: 'suits' }), value)?.seed).toBe('other')
    refuse.mockRestore()
    valueFor('without storage', shown)
    expect(localStorage.getItem('pins without storage')).toContain('suits')
  })
})
