// Every list that the server exports has its button on a screen, and every button names a list that the server exports.
// What a list takes and answers is there as well: the field of its period, and the sums of its rows (`api §7.2`).
// The server's lists are found in its document as it finds them itself (`api/staff/src/exports/lists.rs`).
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { en } from '../texts/en/index.ts'
import { zh } from '../texts/zh/index.ts'

type Schema = {
  $ref?: string
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
  oneOf?: Schema[]
}
type Content = { content: { 'application/json': { schema: Schema } } }
type Call = { 'x-read'?: boolean; requestBody: Content; responses: Readonly<Record<string, Content>> }

const document = JSON.parse(readFileSync('../api/openapi-staff.json', 'utf8')) as {
  paths: Readonly<Record<string, { post: Call }>>
  components: { schemas: Readonly<Record<string, Schema>> }
}

/** What a reference leads to. */
const target = (schema: Schema | undefined) =>
  document.components.schemas[schema?.$ref?.split('/').at(-1) ?? '']?.properties
const schemaOf = (content: Content | undefined) => content?.content['application/json'].schema

/** The fields of each list's body, by its call. */
const lists = new Map(
  Object.entries(document.paths).flatMap(([path, { post: call }]) => {
    const data = target(target(schemaOf(call.responses['200'])?.oneOf?.[0])?.['data'])
    const hasRows = ['list', 'lines'].some((rows) => target(data?.[rows]?.items) !== undefined)
    const fields = target(schemaOf(call.requestBody))
    return call['x-read'] && hasRows
      ? [[path.replace('/staff/v1/', ''), Object.keys(fields ?? {})] as const]
      : []
  }),
)

/** Lists without a button, and why. */
const without: Readonly<Record<string, string>> = {
  'audits/info': 'the result of a job, which is gone with it',
  'bookmarks/list': "a member's own views of lists, which hold no fact",
  'cases/info': 'a case is read on its own screen, with what was attached',
  'overview/queues': 'sums of lists that have buttons of their own',
  'replays/info': 'the result of a job, which is gone with it',
}

const sources = import.meta.glob<string>('../features/**/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The lists that files with a button name. */
const offered = new Set(
  Object.values(sources)
    .filter((source) => source.includes('<ExportList'))
    .flatMap((source) => [...source.matchAll(/(?:list=|: \[?)["']([a-z]+\/[a-z]+)["']/g)])
    .map(([, list = '']) => list),
)

test('the lists of the document are read', () => {
  expect(lists.size).toBeGreaterThan(35)
  expect(lists.get('books/statement')).toContain('owner')
})

test('every list that the server exports has a button', () => {
  expect([...lists.keys()].filter((list) => !offered.has(list)).toSorted()).toEqual(Object.keys(without))
})

test('every button names a list that the server exports', () => {
  expect([...offered].filter((list) => !lists.has(list))).toEqual([])
})

/** The screens that read a list page by page. */
const screensOf = (list: string) => {
  const name = list.replaceAll(/(?:^|\/)([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return Object.values(sources).filter((source) => source.includes(`use${name}PagesInfiniteQuery`))
}

test('a list that takes a period has the field of one on a screen, with days by name', () => {
  const ranged = [...lists].filter(([, fields]) => fields.includes('from') && fields.includes('until'))
  expect(ranged.length).toBeGreaterThan(14)
  const hasRange = (source: string) => /<FilterBar[^>]*\srange\s/.test(source.replaceAll('=>', ''))
  expect(ranged.map(([list]) => list).filter((list) => !screensOf(list).some(hasRange))).toEqual([])
})

test('a list that answers sums has them on a screen', () => {
  const summed = [...lists].filter(([, fields]) => fields.includes('sums'))
  expect(summed.length).toBeGreaterThan(7)
  const hasSums = (source: string) => source.includes('sums: true') && source.includes('<Sums')
  expect(summed.map(([list]) => list).filter((list) => !screensOf(list).some(hasSums))).toEqual([])
})

test('what is exported has a name in both languages, and Chinese for its filters', () => {
  const names = [...offered]
  expect(names.filter((list) => !(list in en.exportList.lists && list in zh.exportList.lists))).toEqual([])
  const own = ['before', 'limit', 'sums']
  const fields = new Set(
    names.flatMap((list) => lists.get(list) ?? []).filter((field) => !own.includes(field)),
  )
  // English has the field itself where there is no other word.
  const silent = [...fields].filter((field) => !(field in zh.exportList.fields || field in zh.fieldNames))
  expect(silent).toEqual([])
})
