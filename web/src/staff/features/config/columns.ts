// Lists of the product's numbers as tables: which columns their rows have, and what a change of one cell makes of its
// row.
import { at, isGroup, put, shapeOf, type Path, type Shape } from './draft.ts'

/** A column: where its cells stand in a row. */
export type Column = { path: Path; shape: Shape }

/** Wider tables are read better as one group for each row. */
const columnsMax = 18

/**
 * Columns of rows that are all groups, or all lists, of single values; null where the rows hold lists or are no rows.
 */
export function columnsOf(rows: readonly unknown[]): Column[] | null {
  const alike = rows.length > 0 && (rows.every(isGroup) || rows.every(Array.isArray))
  const columns = alike ? inside(rows, []) : null
  return columns !== null && columns.length > 0 && columns.length <= columnsMax ? namedFirst(columns) : null
}

/** The column that names its row stays in sight, wherever the document has it. */
function namedFirst(columns: readonly Column[]): Column[] {
  const name = columns.find(
    ({ path: [key], shape }) => shape.kind === 'text' && /^(?:id|name|.*_id)$/.test(String(key)),
  )
  return name ? [name, ...columns.filter((column) => column !== name)] : [...columns]
}

function inside(rows: readonly unknown[], path: Path): Column[] | null {
  const listed = rows.some(Array.isArray)
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row ?? {})))]
  const columns: Column[] = []
  for (const name of keys) {
    const key = listed ? Number(name) : name
    const values = rows.map((row) => at(row, [key]))
    const found = columnsAt(values, [...path, key])
    if (found === null) return null
    columns.push(...found)
  }
  return columns
}

/**
 * One column of single values, or those of the groups that stand here. A group in some rows and a word in others is
 * one.
 */
function columnsAt(values: readonly unknown[], path: Path): Column[] | null {
  const known = values.filter((value) => value !== null && value !== undefined)
  if (known.some(Array.isArray)) return null
  if (known.length === 0 || !known.every(isGroup)) return [{ path, shape: shapeOf(values) }]
  const columns = inside(values, path)
  const gaps = known.length < values.length
  return (
    columns &&
    columns.map((column) => (gaps ? { ...column, shape: { ...column.shape, nullable: true } } : column))
  )
}

/**
 * A row with another value in one cell. A group in which nothing is left is nothing, where other rows have none either.
 */
export function putCell(row: unknown, column: Column, value: unknown): unknown {
  const after = put(row, column.path, value)
  const around = column.path.slice(0, -1)
  if (around.length === 0 || value !== null || !column.shape.nullable) return after
  const group = at(after, around)
  return isGroup(group) && Object.values(group).every((each) => each === null)
    ? put(after, around, null)
    : after
}
