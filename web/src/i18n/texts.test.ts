// English and Chinese in step, and a text for every code that the server can answer.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const folder = join(import.meta.dirname, '.')
const namespaces = readdirSync(join(folder, 'en')).filter((file) => file.endsWith('.json'))
const read = (language: string, file: string): unknown =>
  JSON.parse(readFileSync(join(folder, language, file), 'utf8'))

/** Every text by its full key. Chinese has no singular, so plural forms of one text count as one key. */
function texts(value: unknown, path = ''): Map<string, string> {
  const found = new Map<string, string>()
  for (const [key, inner] of Object.entries(value as Record<string, unknown>)) {
    const full = path ? `${path}.${key}` : key
    if (typeof inner === 'string') found.set(full.replace(/_(zero|one|two|few|many|other)$/, ''), inner)
    else for (const [deep, text] of texts(inner, full)) found.set(deep, text)
  }
  return found
}

const placeholders = (text: string) =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '').toSorted((a, b) => a.localeCompare(b))

/** A mark of Western width beside a Chinese character. Between digits it is part of a number. */
const narrowMark = /\p{Script=Han}[,.;:!?()]|[,.;:!?()]\p{Script=Han}/u
/** A Latin word or a number that touches a Chinese character: a space stands between them everywhere. */
const sum = String.raw`[A-Za-z0-9]|\{\{(?:amount|count|level|n)\}\}`
const tight = new RegExp(String.raw`\p{Script=Han}(?:${sum})|(?:${sum})\p{Script=Han}`, 'u')

describe.each(namespaces)('%s', (file) => {
  const en = texts(read('en', file))
  const zh = texts(read('zh', file))

  test('has the same keys in both languages', () => {
    expect([...zh.keys()].toSorted()).toEqual([...en.keys()].toSorted())
  })

  test('has no empty text', () => {
    for (const [key, text] of [...en, ...zh]) expect(text.trim(), key).not.toBe('')
  })

  test('says 你 to the player, and its Chinese has full-width punctuation and one spacing', () => {
    for (const [key, text] of zh) {
      expect(text, key).not.toContain('您')
      expect(text, key).not.toMatch(narrowMark)
      expect(text, key).not.toMatch(tight)
    }
  })

  test('mentions the same values in both languages', () => {
    for (const [key, text] of en) expect(placeholders(zh.get(key) ?? ''), key).toEqual(placeholders(text))
  })
})

test('both languages have the same files', () => {
  expect(readdirSync(join(folder, 'zh')).toSorted()).toEqual(readdirSync(join(folder, 'en')).toSorted())
})

test('every code of the server has a text', () => {
  const document = JSON.parse(readFileSync(join(folder, '../../../api/openapi.json'), 'utf8')) as {
    'x-error-codes'?: unknown[]
  }
  const codes = document['x-error-codes'] ?? []
  expect(codes.length).toBeGreaterThan(20)
  const en = texts(read('en', 'errors.json'))
  for (const code of codes.map(Number).filter((code) => code !== 0))
    expect(en.has(String(code)), `errors.${code}`).toBe(true)
})
