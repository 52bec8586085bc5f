// Words of the rules have their Chinese: what the server can answer, and what stands in the books.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import errors from '../../../../i18n/zh/errors.json' with { type: 'json' }
import type { Texts } from '../../index.ts'
import { codesZh } from './index.ts'

const { codeWords, laws, numberNames, refusals }: Pick<Texts, keyof typeof codesZh> = codesZh

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
