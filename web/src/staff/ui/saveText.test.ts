// What leaves the house is on record: a list leaves by the export of the server, and no code of the console makes a
// file of its rows.
import { expect, test } from 'vitest'

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}', '!../**/*.gen.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The places that match, by the names of their files. */
const matching = (pattern: RegExp) =>
  Object.entries(sources)
    .filter(([, source]) => pattern.test(source))
    .map(([path]) => path.replace(/^.*\//, ''))
    .toSorted()

/** Who saves a file, and what is in it: one document, whole, as the server gave it. */
const savers: Readonly<Record<string, string>> = {
  'AccessFile.tsx': 'the answer to a request for access, whose making is on record',
  'PersonalData.tsx': 'the certificate of an erasure',
  'Signed.tsx': 'the note of a signed report',
  'files.tsx': 'an attachment of a case',
  'proofs.tsx': 'a checkpoint, or a proof of one event',
  'sheet.tsx': 'the sheet of one sample, for which the server has no export',
}

test('who saves a file is listed here, with what is in it', () => {
  expect(matching(/\b(?:saveText|saveBytes)\(/).filter((name) => name !== 'saveText.ts')).toEqual(
    Object.keys(savers).toSorted(),
  )
})

test('a file is made in one place', () => {
  expect(matching(/createObjectURL|new Blob\(|data:text/)).toEqual(['saveText.ts'])
})

test('no code writes rows as a table of text, except for the sheet of a sample', () => {
  expect(matching(/\.join\('\\r\\n'\)/)).toEqual(['sheetCsv.ts'])
})

test('no list is fetched page by page by code of its own', () => {
  expect(matching(/\.initiate\([^)]{0,80}\blimit\b/)).toEqual([])
})
