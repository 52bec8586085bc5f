// No note of a sheet becomes a formula in a spreadsheet, and an amount stays a number.
import { expect, test } from 'vitest'
import type { SamplesInfoData } from '../../api/endpoints.gen.ts'
import { world } from '../../testing/world.ts'
import { sheetCsv } from './sheetCsv.ts'

const { items, ...data } = world['samples/info'] as SamplesInfoData

/** The sheet of one line with this note. */
const noted = (note: string) =>
  sheetCsv({ ...data, items: items.slice(0, 1).map((item) => ({ ...item, note })) })

test.each(['=1+2', '+1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '-2+3', '-A1', '-1 of 2', '-', '-1\n=1'])(
  'a note that begins with %j has an apostrophe before it',
  (note) => {
    expect(noted(note)).toContain(`,"'${note}"`)
  },
)

test.each(['-5', '-1.25', '5', 'seen - agreed', "'=1", ''])('%j stays as it is', (note) => {
  expect(noted(note)).toContain(`,"${note}"`)
})

test('an amount below zero is a number', () => {
  const taken = items.slice(0, 1).map((item) => ({ ...item, misstated: '-1250000' }))
  expect(sheetCsv({ ...data, items: taken })).toContain(',"-1.250000"')
})
