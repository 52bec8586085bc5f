// A small table that scrolls sideways when it must, and can be scrolled by keyboard.
import type { ReactNode } from 'react'
import css from './Table.module.css'

type Props = {
  caption: string
  head: readonly string[]
  rows: readonly { key: string; cells: readonly ReactNode[]; tone?: 'good' | 'bad' | undefined }[]
}

/** First column is the row's heading, the others are numbers. */
export function Table({ caption, head, rows }: Props) {
  return (
    // A region that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={css.scroll} tabIndex={0} role="region" aria-label={caption}>
      <table className={css.table}>
        <thead>
          <tr>
            {head.map((cell) => (
              <th key={cell} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...rest], tone }) => (
            <tr key={key} className={tone && css[tone]}>
              <th scope="row">{first}</th>
              {rest.map((cell, index) => (
                // Cells never change places inside a row.
                // oxlint-disable-next-line react/no-array-index-key
                <td key={index}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
