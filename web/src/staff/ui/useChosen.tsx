// Rows of a list that somebody chose, to decide them together: a column of boxes, whose head chooses all that are
// shown. The list's key x does the same for the row that is active.
import { useMemo, useState, type MouseEvent } from 'react'
import { t } from '../texts/index.ts'
import type { Column } from './DataTable.tsx'

/** Rows that are chosen at once at most (ASSUMED: what one person decides with one reason). */
export const chosenMax = 50

/** What a list and its bar of acts need to know. */
export type Chosen<Row> = {
  rows: readonly Row[]
  column: Column<Row>
  toggle: (row: Row) => void
  clear: () => void
}

type Props<Row> = {
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Says which row a box chooses. */
  nameOf: (row: Row) => string
}

/** A row that is no longer in the list is not chosen. `rowKey` and `nameOf` must not change. */
export function useChosen<Row>({ rows, rowKey, nameOf }: Props<Row>): Chosen<Row> {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  return useMemo(() => {
    const chosen = rows.filter((row) => keys.has(rowKey(row)))
    const most = Math.min(rows.length, chosenMax)
    const choose = (some: readonly Row[]) => setKeys(new Set(some.slice(0, chosenMax).map(rowKey)))
    const toggle = (row: Row) =>
      choose(keys.has(rowKey(row)) ? chosen.filter((one) => rowKey(one) !== rowKey(row)) : [...chosen, row])
    const isAll = chosen.length > 0 && chosen.length === most
    const column: Column<Row> = {
      key: 'chosen',
      title: () => t.bulk.choose,
      width: 48,
      head: () => <Box label={t.bulk.chooseAll} checked={isAll} onChange={() => choose(isAll ? [] : rows)} />,
      cell: (row) => (
        <Box
          label={t.bulk.chooseRow(nameOf(row))}
          checked={keys.has(rowKey(row))}
          onChange={() => toggle(row)}
        />
      ),
    }
    return { rows: chosen, column, toggle, clear: () => setKeys(new Set()) }
  }, [rows, keys, rowKey, nameOf])
}

/** A press on it opens no row. */
function Box(props: { label: string; checked: boolean; onChange: () => void }) {
  const { label, checked, onChange } = props
  return (
    <input
      type="checkbox"
      aria-label={label}
      title={label}
      checked={checked}
      onChange={onChange}
      onClick={(event: MouseEvent) => event.stopPropagation()}
    />
  )
}
