// The whole list of players as a file. All pages are fetched first: a file of half a list would be wrong.
import { endpoints, type PlayerListed, type PlayersListBody } from '../../api/endpoints.gen.ts'
import type { Store } from '../../api/store.ts'
import { csvText, plainAmount, type CsvColumn } from '../../words/csv.ts'
import { assets } from '../../words/money.ts'
import { heldOf } from './held.ts'

/** Lines of one call, and calls at most; a larger house asks for a longer dormancy. */
const pageLines = 200
const pagesMax = 250

const columns: readonly CsvColumn<PlayerListed>[] = [
  ['player', ({ player }) => player],
  ['messenger_id', ({ tg_id }) => tg_id],
  ['code', ({ scode }) => scode],
  ...assets.map((asset): CsvColumn<PlayerListed> => [asset, (row) => plainAmount(heldOf(row, asset), asset)]),
  ['active_on_utc', ({ active_on }) => active_on],
  ['registered_utc', ({ registered_at_ms }) => new Date(registered_at_ms).toISOString()],
  ['vip', ({ vip }) => (vip === null || vip === undefined ? '' : String(vip))],
  ['frozen', ({ frozen }) => (frozen ? 'yes' : 'no')],
]

/** The file; null when a call failed or there are too many players. */
export async function playersCsv(dispatch: Store['dispatch'], body: PlayersListBody): Promise<string | null> {
  const rows: PlayerListed[] = []
  let before: string | null = null
  for (let page = 0; page < pagesMax; page += 1) {
    // One page begins where the one before ended.
    // oxlint-disable-next-line no-await-in-loop
    const answer: { data?: { list: PlayerListed[]; next?: string | null } | undefined } = await dispatch(
      endpoints.endpoints.playersList.initiate(
        { ...body, limit: pageLines, ...(before === null ? {} : { before }) },
        { subscribe: false, forceRefetch: true },
      ),
    )
    if (!answer.data) return null
    rows.push(...answer.data.list)
    before = answer.data.next ?? null
    if (before === null) return csvText(columns, rows)
  }
  return null
}
