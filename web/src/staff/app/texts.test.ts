// No constant keeps a text: what is drawn after a change of the language is in the new one.
import { afterEach, expect, test } from 'vitest'
import { screens } from './screens.ts'
import { eventColumns } from '../parts/Event.tsx'
import { accountWords } from '../words/accounts.ts'
import { accountOptions } from '../words/options.ts'
import { en } from '../texts/en/index.ts'
import { setTexts, type Texts } from '../texts/index.ts'

afterEach(() => setTexts(en))

/** Every text in brackets, as another language. */
function marked<Value>(value: Value): Value {
  if (typeof value === 'string') return `[${value}]` as Value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item: unknown) => marked(item)) as Value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, marked(inner)])) as Value
}

test('screens, columns and accounts follow the language', () => {
  setTexts(marked<Texts>(en))
  const titles = [
    ...screens.flatMap(({ title }) => (title ? [title()] : [])),
    ...eventColumns.map(({ title }) => title()),
    ...accountOptions().map(([, name]) => name),
    accountWords('h:usdt_reserve'),
  ]
  expect(titles.filter((title) => !title.startsWith('['))).toEqual([])
})

const sources = import.meta.glob<string>('../**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})

test('no module keeps a text when it is loaded', () => {
  const keeping = Object.entries(sources).flatMap(([path, source]) =>
    source
      .split('\n')
      // A line of a declaration at the top of a module, or of a list there, that reads a text without a function.
      .filter((line) => /^(?:export )?const \w+[^=]*= t\.|^ {2,4}(?:title|hint): t\.\w+\.\w+,$/.test(line))
      .filter((line) => !/Object\.keys/.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  )
  expect(keeping).toEqual([])
})
