// Words of the rules have their Chinese: what the server can answer, and what stands in the books.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import errors from '../../../../i18n/zh/errors.json' with { type: 'json' }
import type { Texts } from '../../index.ts'
import { codesZh } from './index.ts'

const {
  codeWords,
  entryNames,
  eventFields,
  fieldNames,
  findings,
  laws,
  numberNames,
  refusals,
  taxNotes,
}: Pick<Texts, keyof typeof codesZh> = codesZh

/** Keys of a document that a reader meets as names: levels of a table are numbers. */
function keysOf(of: unknown): string[] {
  if (typeof of !== 'object' || of === null) return []
  return Object.entries(of).flatMap(([key, inner]) => [
    ...(Array.isArray(of) || /^\d+$/.test(key) ? [] : [key]),
    ...keysOf(inner),
  ])
}

test('every number of the configuration has a name', () => {
  const published = readFileSync('../domain/tests/it/events.jsonl', 'utf8')
    .split('\n')
    .filter((line) => line.includes('"ConfigPublished"'))
    .map(
      (line) =>
        (JSON.parse(line) as { payload: { ConfigPublished: { body: unknown } } }).payload.ConfigPublished,
    )
  const stems = published.flatMap(({ body }) => keysOf(body)).map((key) => key.replace(/_(?:ms|ppm)$/, ''))
  expect(stems.length).toBeGreaterThan(100)
  expect([...new Set(stems)].filter((stem) => numberNames[stem] === undefined)).toEqual([])
})

test('every role has a name', () => {
  const source = readFileSync('../domain/src/staff/role.rs', 'utf8')
  const roles = [...source.matchAll(/^ {4}\w+ = "(\w+)",$/gm)].map(([, role]) => role ?? '')
  expect(roles.length).toBeGreaterThan(5)
  expect(roles.filter((role) => codeWords[role] === undefined)).toEqual([])
})

test('every law that the audit asks has its Chinese', () => {
  const folder = '../api/workers/src/audit'
  const sources = readdirSync(folder)
    .filter((file) => file.endsWith('.rs'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
  const asked = sources.flatMap((source) =>
    [...source.matchAll(/id: "(I-\w+)"/g)].map(([, law]) => law ?? ''),
  )
  expect(asked.length).toBeGreaterThan(30)
  expect(asked.filter((law) => laws[law] === undefined)).toEqual([])
})

test('every code of the server has its Chinese, but for those that name a value', () => {
  const document = JSON.parse(readFileSync('../api/openapi-staff.json', 'utf8')) as {
    'x-error-codes': number[]
  }
  const withValue = new Set(
    Object.entries(errors).flatMap(([code, text]) => (text.includes('{{') ? [code] : [])),
  )
  const missing = document['x-error-codes'].filter(
    (code) => refusals[String(code)] === undefined && !withValue.has(String(code)),
  )
  expect(missing).toEqual([])
})

/** The server's sources below a folder. */
function sourcesOf(folder: string): string {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.rs'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n')
}

test('every field that a call of staff refuses has a name', () => {
  const named = [...sourcesOf('../api/staff/src').matchAll(/Failure::invalid\("([a-z_]+)"\)/g)]
  const fields = [...new Set(named.map(([, field]) => field ?? ''))]
  expect(fields.length).toBeGreaterThan(30)
  expect(fields.filter((field) => (fieldNames[field] ?? numberNames[field]) === undefined)).toEqual([])
})

/** Sources of the rules that name a finding; `all` is the list of rules of a section of the configuration. */
const rules = ['../domain/src', '../api/staff/src', '../ledger/proofs/src'].map(sourcesOf).join('\n')
/** The same with the programs that stop payouts. */
const programs = [rules, ...['../api/rails/src', '../api/workers/src'].map(sourcesOf)].join('\n')
const ofSections = /,\s*"([a-z\d]+_[a-z_\d]+)",\s*"([^"\n]* [^"\n]*)",?\s*\)/g
const ofOthers = /(?:Finding::new|Measured::word|finding_\w+)\(\s*(?:\w+,\s*)?"([a-z_\d]+)"/g

test('every rule that the server names has its Chinese', () => {
  const codes = [...rules.matchAll(ofSections), ...programs.matchAll(ofOthers)].map(([, code]) => code ?? '')
  expect(new Set(codes).size).toBeGreaterThan(150)
  expect(codes.filter((code) => findings[code] === undefined)).toEqual([])
  const known = new Set(codes)
  expect(Object.keys(findings).filter((code) => !known.has(code))).toEqual([])
})

test('the Chinese of a rule has its bounds and names values that the server gives', () => {
  const numbersOf = (text: string) => text.match(/\d[\d,]*/g) ?? []
  const wrong = [...rules.matchAll(ofSections)].filter(
    ([, code = '', text = '']) => numbersOf(text).join() !== numbersOf(findings[code] ?? '').join(),
  )
  expect(wrong.map(([, code]) => code)).toEqual([])
  const given = new Set([...programs.matchAll(/\.with(?:_known)?\("(\w+)"/g)].map(([, name]) => name))
  const named = Object.values(findings).flatMap((text) =>
    [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
  )
  expect(named.filter((name) => !given.has(name))).toEqual([])
})

test('every field that a rule is of has a name', () => {
  const of = [
    ...rules.matchAll(/\.of\("([a-z_]+)"\)|\b(?:log_begins|log_empty|several|in_future)\("([a-z_]+)"/g),
  ]
  const fields = [...new Set(of.map(([, one, other]) => one ?? other ?? '')), 'as_of', 'earlier', 'later']
  expect(fields.length).toBeGreaterThan(10)
  expect(fields.filter((field) => (fieldNames[field] ?? numberNames[field]) === undefined)).toEqual([])
})

test('every figure of the configuration has a name', () => {
  const source = readFileSync('../domain/src/config/section/figures.rs', 'utf8')
  const keys = [...source.matchAll(/figure(?:_of)?\(\s*(?:&[\w.]+,\s*)?"([a-z_]+)"/g)].map(
    ([, key]) => key ?? '',
  )
  expect(keys.length).toBe(5)
  expect(keys.filter((key) => codeWords[key] === undefined)).toEqual([])
})

test('the chart of accounts has its names and tax notes, and one treatment has one', () => {
  const chart = JSON.parse(readFileSync('../domain/src/chart.json', 'utf8')) as {
    entries: { code: number; key: string; tax: string; name: { zh: string } }[]
  }
  expect(chart.entries.filter(({ key }) => taxNotes[key] === undefined)).toEqual([])
  expect(chart.entries.filter(({ code, name }) => entryNames[code] !== name.zh)).toEqual([])
  const pairs = new Set(chart.entries.map(({ key, tax }) => `${tax} ${taxNotes[key]}`))
  expect(pairs.size).toBe(new Set(chart.entries.map(({ tax }) => tax)).size)
})

test('the way to draw a sample is translated as it stands', () => {
  const [, method = ''] =
    /const METHOD: &str = "([^"]*)"/.exec(readFileSync('../api/staff/src/reading/samples.rs', 'utf8')) ?? []
  expect(method.replace(/\\\n/g, '')).toBe(
    'Draw n = 0, 1, 2, ... is SHA-256(seed, a zero byte, n in decimal digits). Its first 16 bytes as a ' +
      'big-endian number, modulo the population, is the index of the event in the order of partition and ' +
      'position, from 0. Indexes that were drawn before are passed over.',
  )
})

test('the way to draw a monetary-unit sample is translated as it stands', () => {
  const source = readFileSync('../api/staff/src/reading/samples/units.rs', 'utf8')
  const [, method = ''] = /const METHOD: &str = "([^"]*)"/.exec(source) ?? []
  expect(method.replace(/\\\n/g, '')).toBe(
    'The population is every posting of the accounts in the asset, after the positions and up to them, ' +
      'in the order of partition, position and leg. Laid one after the other, each is as long as its ' +
      "absolute amount in minor units. The start is SHA-256(the seed's hex, a zero byte, the words), its " +
      'first 16 bytes as a big-endian number, modulo the interval, plus 1. Selected are the units start, ' +
      'start + interval, start + 2 x interval, ...; an item is a posting that holds one of them. Every ' +
      "posting of an interval or more holds one at any start. SHA-256 of the seed's hex is the commit, " +
      'which was recorded before the words.',
  )
})

test('what goes into an event that moves value has a name', () => {
  const source = readFileSync('../domain/src/player/visible.rs', 'utf8')
  const lists = [...source.matchAll(/visible\("\w+", "[\w.]+", &\[([^\]]*)\]\)/g)].map(
    ([, list]) => list ?? '',
  )
  const fields = lists.flatMap((list) => [...list.matchAll(/"([\w.]+)"/g)].map(([, field]) => field ?? ''))
  const keys = [...new Set(fields.flatMap((field) => field.split('.')))]
  expect(keys.length).toBeGreaterThan(60)
  const known = (key: string) =>
    eventFields[key] ?? codeWords[key] ?? numberNames[key.replace(/_(?:ms|ppm)$/, '')]
  expect(keys.filter((key) => known(key) === undefined)).toEqual([])
})
