// Words of the rules have their Chinese: what the server can answer, and what stands in the books.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import errors from '../../../../i18n/zh/errors.json' with { type: 'json' }
import type { Texts } from '../../index.ts'
import { codesZh } from './index.ts'

const {
  alertBounds,
  codeWords,
  entryNames,
  eventFields,
  fieldNames,
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

test('what all alerts of a kind should be is said in Chinese', () => {
  const found = sourcesOf('../api/staff/src/alerts').concat(
    readFileSync('../api/staff/src/alerts.rs', 'utf8'),
  )
  const kinds = [...found.matchAll(/kind: "(\w+)",(?:(?!kind:)[^])*?bound: Measured::text\("/g)]
  expect(kinds.length).toBeGreaterThan(4)
  expect(kinds.map(([, kind]) => kind ?? '').filter((kind) => alertBounds[kind] === undefined)).toEqual([])
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
