// A list of alike things as a small table: one row each, one column for each value in them; the first column stays in
// sight.
import { t } from '../../texts/index.ts'
import { putCell, type Column } from './columns.ts'
import { at, writeField } from './draft.ts'
import { isFigure, labelOfPath } from '../../words/labels.ts'
import { Cell } from './Leaf.tsx'
import css from './numbers.module.css'

type Props = {
  label: string
  columns: readonly Column[]
  rows: readonly unknown[]
  /** Nothing where the table is only read. */
  put: ((index: number, to: unknown) => void) | null
  remove: ((index: number) => void) | null
}

/** The table. */
export function Rows({ label, columns, rows, put, remove }: Props) {
  const ends = columns.map(({ path, shape }) =>
    shape.kind === 'number' || (shape.kind === 'text' && rows.every((row) => isFigure(at(row, path))))
      ? 'end'
      : undefined,
  )
  const sizes = columns.map(({ path, shape }) =>
    Math.max(3, ...rows.map((row) => widthOf(writeField(at(row, path), shape)))),
  )
  return (
    // A wide table scrolls by keys too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={css.scroll} role="group" aria-label={label} tabIndex={0}>
      <table className={css.rows} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ path }, place) => (
              <th key={path.join('.')} scope="col" data-align={ends[place]}>
                {labelOfPath(path)}
              </th>
            ))}
            {remove && (
              <th scope="col">
                <span className="visually-hidden">{t.numbers.removeHead}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {columns.map((column, place) => (
                <td key={column.path.join('.')} data-align={ends[place]}>
                  <Cell
                    name={column.path.at(-1) ?? ''}
                    label={labelOfPath(column.path) + t.clause + t.numbers.row(String(index + 1))}
                    value={at(row, column.path)}
                    size={sizes[place] ?? 3}
                    shape={column.shape}
                    onChange={put && ((to) => put(index, putCell(row, column, to)))}
                  />
                </td>
              ))}
              {remove && (
                <td>
                  <button
                    type="button"
                    className={css.remove}
                    aria-label={t.numbers.remove(t.numbers.row(String(index + 1)))}
                    title={t.numbers.remove(t.numbers.row(String(index + 1)))}
                    onClick={() => remove(index)}
                  >
                    ×
                  </button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Chinese takes twice the room of a digit. */
function widthOf(text: string): number {
  return text.length + text.replace(/[^\u2e80-\uffff]/g, '').length
}
