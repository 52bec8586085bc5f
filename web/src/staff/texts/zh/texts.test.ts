// Chinese is whole: every text of English has one, nothing of English is left in it, and it is written in one way.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { knownTypes, sentence } from '../../words/events.ts'
import { foreign } from '../../testing/foreign.ts'
import { codesEn } from '../en/codes.ts'
import { en } from '../en/index.ts'
import { setTexts, t } from '../index.ts'
import { zh } from './index.ts'

type Leaf = readonly [path: string, text: string]

/** What a function of a text is given; a form that takes a list or a number gets one of these too. */
const given = ['7', '8', '9', '6']

/** Every text with its path, with plain numbers in the places of a function and of a finding. */
function leaves(of: unknown, path = ''): Leaf[] {
  if (typeof of === 'string') return [[path, of.replace(/\{\w+\}/g, '7')]]
  if (typeof of === 'function') return [[path, String((of as (...values: string[]) => unknown)(...given))]]
  if (typeof of !== 'object' || of === null) return []
  return Object.entries(of).flatMap(([key, inner]) => leaves(inner, path ? `${path}.${key}` : key))
}

/** Texts without the sentences, which are read from the golden events, and without the values of choices. */
const plain = (texts: object) =>
  leaves({ ...texts, sentences: {}, locale: '', lineName: '' }).filter(([path]) => !/\.\d+\.0$/.test(path))

/** Fields that hold no words of the rules: names, ids, and what somebody wrote. */
const free = new Set(
  (
    'account address approver author by call case_id client client_seed cluster code friend id item_id key_id maker ' +
    'media_type no outcome title to ' +
    'name order_no player proposer reason reference request scode seed staff subject taker task_id tx wallet withdrawal'
  ).split(' '),
)

/** Everything that stands in such fields. A reason of one small word is of the rules, unless staff wrote it. */
function ownWords(of: unknown, byStaff: boolean, field = ''): string {
  if (typeof of === 'string')
    return free.has(field) && (field !== 'reason' || byStaff || !/^[a-z_]+$/.test(of)) ? of : ''
  if (typeof of !== 'object' || of === null) return ''
  return Object.entries(of)
    .map(([key, value]) => ownWords(value, byStaff, Array.isArray(of) ? field : key))
    .join(' ')
}

/** A mark of Western width beside a Chinese character; a letter or digit that touches one. */
const narrowMark = /\p{Script=Han}[,.;:!?()]|[,.;:!?()]\p{Script=Han}/u
const tight = /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u

/** What is put into these is Chinese itself: a span, the name of an account, of a view. */
const holdsChinese = new Set(['moment.ago', 'moment.ahead', 'overview.cover', 'views.rebuildTitle'])

test('no English is left', () => {
  expect(plain(zh).flatMap(([path, text]) => foreign(text).map((word) => `${path}: ${word}`))).toEqual([])
})

test('punctuation is full-width, Latin words stand apart, and the reader is 你', () => {
  const faults = plain(zh).filter(
    ([path, text]) =>
      narrowMark.test(text) || (tight.test(text) && !holdsChinese.has(path)) || text.includes('您'),
  )
  expect(faults).toEqual([])
})

test('every place of an English text has its Chinese, and no other', () => {
  const own = new Set([...Object.keys(codesEn), 'numbers.words'])
  const isOwn = (path: string) => [...own].some((key) => path === key || path.startsWith(`${key}.`))
  const paths = (texts: object) =>
    plain(texts)
      .map(([path]) => path)
      .filter((path) => !isOwn(path))
      .toSorted()
  expect(paths(zh)).toEqual(paths(en))
})

test('values that an English text names are in the Chinese one', () => {
  const chinese = new Map(plain(zh))
  const missing = plain(en).filter(([path, text]) => {
    const found = chinese.get(path) ?? ''
    return given.some((value) => text.includes(value) && !found.includes(value))
  })
  // The name of an account that is new stands nowhere; Chinese has no singular.
  expect(missing.map(([path]) => path)).toEqual([])
})

test('every type of event has a name, and its sentence is Chinese', () => {
  setTexts(zh)
  try {
    expect(knownTypes.filter((type) => t.eventTypes[type] === undefined)).toEqual([])
    const golden = readFileSync('../domain/tests/it/events.jsonl', 'utf8').trim().split('\n')
    const said = golden.map((line) => {
      const { name, payload } = JSON.parse(line) as { name: string; payload: unknown }
      return [name, sentence(name, payload), ownWords(payload, /^(?:Staff|Kyc)/.test(name))] as const
    })
    const left = said.flatMap(([name, text, own]) =>
      foreign(text).flatMap((word) => (own.includes(word) ? [] : [`${name}: ${word}`])),
    )
    expect(left).toEqual([])
    expect(said.filter(([, text]) => /undefined|\[object|NaN|null/.test(text))).toEqual([])
    expect(said.filter(([, text]) => tight.test(text) || narrowMark.test(text))).toEqual([])
  } finally {
    setTexts(en)
  }
})

test('both languages have the same files', () => {
  const files = (language: string) =>
    readdirSync(join(import.meta.dirname, '..', language), { recursive: true })
      .map(String)
      .filter((file) => !/^codes\b|\.test\.ts$/.test(file))
      .toSorted()
  expect(files('zh')).toEqual(files('en'))
})
