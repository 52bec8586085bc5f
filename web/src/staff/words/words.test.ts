// Words for every event that was ever recorded, and amounts that are exact.
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { changesOf } from './changes.ts'
import { knownTypes, sentence, sentenceOfValues, typeWords } from './events.ts'
import { amountText, minorOf, partsOf, sumOf } from './money.ts'
import { span } from './spans.ts'

type Golden = { name: string; payload: unknown }
const golden = (await readFile('../domain/tests/it/events.jsonl', 'utf8'))
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Golden)

test('every recorded type of event has a sentence of its own', () => {
  const missing = [...new Set(golden.map(({ name }) => name))].filter((name) => !knownTypes.includes(name))
  expect(missing).toEqual([])
})

test('a sentence never shows code', () => {
  for (const { name, payload } of golden) {
    const said = sentence(name, payload)
    expect(said, name).not.toMatch(/undefined|\[object|NaN|null|\{|\}/)
    expect(said.length, name).toBeGreaterThan(8)
  }
})

/** As the server gives values: parts of parts separated by dots, lists of plain values as their words. */
function flat(value: unknown, path = ''): Record<string, string> {
  if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item !== 'object'))
    return { [path]: value.join(' ') }
  if (typeof value !== 'object' || value === null)
    return value === null ? {} : { [path]: JSON.stringify(value).replace(/^"|"$/g, '') }
  return Object.assign(
    {},
    ...Object.entries(value).map(([key, inner]) => flat(inner, path ? `${path}.${key}` : key)),
  ) as Record<string, string>
}

test('flat values give the same sentence as the payload', () => {
  for (const { name, payload } of golden) {
    const fields = (payload as Record<string, unknown>)[name] ?? payload
    expect(sentenceOfValues(name, flat(fields)), name).toBe(sentence(name, payload))
  }
})

test('an unknown event still says its name and its plain fields', () => {
  expect(sentence('Approved', { Approved: { by: { staff: ['ann', 'bo'] } } })).toBe('Approved by ann and bo')
  expect(sentenceOfValues('Approved', { 'by.staff': 'ann bo' })).toBe('Approved by ann and bo')
  expect(sentence('Approved', { Approved: { by: 'bo', reason: 'the list is signed' } })).toBe(
    'Approved by bo: the list is signed',
  )
  const adjusted = {
    purse: 'usdt',
    delta: -800_500_000,
    counter: 'h:usdt_reserve',
    case_id: '7',
    proposer: 'ann',
    approver: 'bo',
  }
  expect(sentence('AdjustmentPosted', { AdjustmentPosted: adjusted })).toContain('by −800.50 USDT against')
  expect(sentence('BoatPainted', { BoatPainted: { colour: 'red', boat_id: 7 } })).toBe(
    'Boat painted: colour red, boat id 7',
  )
  expect(typeWords('CastResolved')).toBe('Cast resolved')
})

test('amounts are exact beyond what a float holds', () => {
  expect(amountText('9007199254740993000001', 'usdt')).toBe('9,007,199,254,740,993.000001')
  expect(amountText('-5', 'gusd')).toBe('−0.05')
  expect(amountText('100', 'coin', true)).toBe('+100')
  expect(partsOf('25000100', 'usdt')).toEqual({ sign: '', whole: '25', cents: '0001', rest: '00' })
  expect(partsOf('1.5', 'usdt')).toBeNull()
  expect(sumOf(['1', '-3', '9007199254740993'])).toBe('9007199254740991')
})

test('amounts are read with the decimals of their asset and no others', () => {
  expect(minorOf('1,000.5', 'gusd')).toBe('100050')
  expect(minorOf('−0.000001', 'usdt')).toBe('-1')
  expect(minorOf('0.001', 'gusd')).toBeNull()
  expect(minorOf('1e3', 'usdt')).toBeNull()
})

test('spans use two units', () => {
  expect([span(999), span(61_000), span(90_061_000), span(7_218_000)]).toEqual([
    '0 s',
    '1 min 1 s',
    '1 d 1 h',
    '2 h',
  ])
})

test('differences are leaves', () => {
  expect(changesOf({ a: 1, b: { c: [1, 2] } }, { b: { c: [1, 3] }, d: null })).toEqual([
    { path: 'a', kind: 'removed', before: 1, after: undefined },
    { path: 'b.c[1]', kind: 'changed', before: 2, after: 3 },
    { path: 'd', kind: 'added', before: undefined, after: null },
  ])
})
