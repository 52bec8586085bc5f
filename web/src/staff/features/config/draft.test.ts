// What a field makes of a text, and which lists are tables.
import { expect, test } from 'vitest'
import { columnsOf, putCell, type Column } from './columns.ts'
import { isExact, isWhole, put, readDocument, readField, shapeOf, Unread, writeField } from './draft.ts'
import { labelOf, noteOf } from '../../words/labels.ts'

test('a number is taken as it is written, or not at all', () => {
  const number = shapeOf([5])
  expect(readField('12', number)).toBe(12)
  expect(readField('0.5', number)).toBe(0.5)
  for (const text of ['', '-', '1.', '1e3', '007', '12x', '9007199254740993', '0.1234567890123456'])
    expect(readField(text, number)).toEqual(new Unread(text))
  expect(writeField(new Unread('1.'), number)).toBe('1.')
})

test('money is text and stays text, whatever its length', () => {
  const text = shapeOf(['5.000000'])
  expect(readField('90071992547409931234.000001', text)).toBe('90071992547409931234.000001')
})

test('where nothing stands, numbers are numbers, quotes make text, and nothing is nothing', () => {
  const any = shapeOf([null])
  expect([
    readField('', any),
    readField('200', any),
    readField('"200"', any),
    readField('life', any),
    readField('null', any),
  ]).toEqual([null, 200, '200', 'life', null])
  expect(readField('1.0', any)).toEqual(new Unread('1.0'))
  for (const value of [null, 200, '200', 'life', { n: 1 }])
    expect(readField(writeField(value, any), any)).toEqual(value)
})

test('numbers are exact to the fifteenth digit', () => {
  expect(['0', '1763640000000', '-0.5', '1e20'].map(isExact)).toEqual([true, true, true, true])
  expect(['9007199254740993', '1e400', '', 'x'].map(isExact)).toEqual([false, false, false, false])
  expect(readDocument('{ "a": "9007199254740993", "b": 1 }')).toEqual({ a: '9007199254740993', b: 1 })
  expect([readDocument('{ "a": 9007199254740993 }'), readDocument('[]'), readDocument('{')]).toEqual([
    null,
    null,
    null,
  ])
  expect([isWhole({ a: [{ b: 1 }] }), isWhole({ a: [{ b: new Unread('') }] })]).toEqual([true, false])
})

test('a place is changed and everything beside it is kept', () => {
  const before = { a: [{ b: 1 }, { b: 2 }], c: null }
  expect(put(before, ['a', 1, 'b'], 3)).toEqual({ a: [{ b: 1 }, { b: 3 }], c: null })
  expect(put(before, ['c', 'n'], 1)).toEqual({ ...before, c: { n: 1 } })
  expect(before.a[1]).toEqual({ b: 2 })
})

test('alike rows are a table, with a column for each value inside', () => {
  const rows = [
    { id: 'a', limit: null, kind: 'link' },
    { id: 'b', limit: { n: 1, per: 'day' }, kind: { dives: 10 } },
  ]
  const columns = columnsOf(rows)
  expect(columns?.map(({ path, shape }) => [path.join('.'), shape.kind, shape.nullable])).toEqual([
    ['id', 'text', false],
    ['limit.n', 'number', true],
    ['limit.per', 'text', true],
    ['kind', 'any', true],
  ])
  expect(
    columnsOf([
      [100, 0],
      [150, 1],
    ])?.map(({ path }) => path),
  ).toEqual([[0], [1]])
  expect([columnsOf([]), columnsOf([1, 2]), columnsOf([{ fish: [{ w: 1 }] }])]).toEqual([null, null, null])
  const [, n, per] = columns as [Column, Column, Column]
  expect(putCell(rows[0], n, 5)).toMatchObject({ limit: { n: 5 } })
  expect(putCell(putCell(rows[1], n, null), per, null)).toMatchObject({ limit: null })
})

test('names are words, and units are named in them', () => {
  expect([labelOf('order_ttl_ms'), labelOf('red_packet'), labelOf(0)]).toEqual([
    'Order lifetime, ms',
    'Red packet',
    '1',
  ])
  expect([
    noteOf('order_ttl_ms', 1_800_000),
    noteOf('fee_ppm', 15_000),
    noteOf('from', 1_763_640_000_000),
    noteOf('n', 5),
  ]).toEqual(['30 min', '1.5 %', '2025-11-20 12:00:00 UTC', null])
})
