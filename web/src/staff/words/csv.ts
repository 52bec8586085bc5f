// Rows as a file for a spreadsheet: every cell in quotes, amounts with all decimals and no groups.
import { amountText } from './money.ts'

/** A column of the file: its head, and what a row has in it. */
export type CsvColumn<Row> = readonly [string, (row: Row) => string]

/** The rows as CSV. No cell begins a formula. */
export function csvText<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const quoted = (value: string) => `"${guarded(value).replaceAll('"', '""')}"`
  const lines = rows.map((row) => columns.map(([, of]) => quoted(of(row))).join(','))
  return [columns.map(([name]) => name).join(','), ...lines, ''].join('\r\n')
}

function guarded(value: string): string {
  return /^[=+@\t\r]|^-(?![\d.]+$)/.test(value) ? `'${value}` : value
}

/** An amount as a spreadsheet reads it. */
export function plainAmount(minor: string, asset: string): string {
  return amountText(minor, asset).replaceAll(',', '').replace('−', '-')
}
