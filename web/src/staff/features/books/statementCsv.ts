// A whole statement as a file for a spreadsheet. All pages are fetched first: a file of half a statement would be
// wrong.
import { endpoints, type BooksStatementBody, type Entry } from '../../api/endpoints.gen.ts'
import type { Store } from '../../api/store.ts'
import { csvText, plainAmount, type CsvColumn } from '../../words/csv.ts'

/** Lines of one call, and calls at most; larger books leave by an export. */
const pageLines = 200
const pagesMax = 250

const columns: readonly CsvColumn<Entry>[] = [
  ['log', (line) => String(line.partition)],
  ['position', (line) => String(line.position)],
  ['time_utc', (line) => new Date(line.at_ms).toISOString()],
  ['event', (line) => line.event_type],
  ['event_id', (line) => line.event_id],
  ['account', (line) => line.account],
  ['asset', (line) => line.asset],
  ['amount', (line) => plainAmount(line.amount, line.asset)],
  ['balance_after', (line) => plainAmount(line.after, line.asset)],
  ['against', (line) => line.counter.map(({ account }) => account).join(' ')],
  ['actor', (line) => line.actor],
]

/** The lines as CSV, oldest first; amounts with all decimals and no groups. */
export function csvOf(lines: readonly Entry[]): string {
  return csvText(columns, lines.toReversed())
}

/** Every line of a statement, newest first; null when a call failed or there are too many. */
export async function allLines(
  dispatch: Store['dispatch'],
  body: BooksStatementBody,
): Promise<readonly Entry[] | null> {
  const lines: Entry[] = []
  let before: string | null = null
  for (let page = 0; page < pagesMax; page += 1) {
    // One page begins where the one before ended.
    // oxlint-disable-next-line no-await-in-loop
    const answer: { data?: { lines: Entry[]; next?: string | null } | undefined } = await dispatch(
      endpoints.endpoints.booksStatement.initiate(
        { ...body, limit: pageLines, ...(before === null ? {} : { before }) },
        { subscribe: false, forceRefetch: true },
      ),
    )
    if (!answer.data) return null
    lines.push(...answer.data.lines)
    before = answer.data.next ?? null
    if (before === null) return lines
  }
  return null
}
