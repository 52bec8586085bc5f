// The sheet as a file for a spreadsheet: one line an item, amounts with all decimals, times in UTC.
import type { SampleItem, SamplesInfoData } from '../../api/endpoints.gen.ts'
import { amountText } from '../../words/money.ts'

/** What a spreadsheet takes for the begin of a formula; a minus before a plain number is an amount. */
const formula = /^[=+@\t\r\n]|^-(?!\d+(\.\d+)?$)/

/** No cell begins a formula: what a person wrote may begin with anything. */
const quoted = (value: string) => `"${(formula.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`

export function sheetCsv({ sample, items }: SamplesInfoData): string {
  const amount = (minor: string) => amountText(minor, sample.asset).replaceAll(',', '').replace('−', '-')
  const columns: readonly (readonly [string, (item: SampleItem) => string])[] = [
    ['item', (item) => String(item.item + 1)],
    ['log', (item) => String(item.event.partition)],
    ['position', (item) => String(item.event.position)],
    ['leg', (item) => String(item.leg)],
    ['time_utc', (item) => new Date(item.event.at_ms).toISOString()],
    ['event', (item) => item.event.event_type],
    ['account', (item) => item.account],
    ['asset', () => sample.asset],
    ['amount', (item) => amount(item.amount)],
    ['units_to_here', (item) => amount(item.upto)],
    ['hits', (item) => String(item.hits)],
    ['certain', (item) => String(item.is_certain)],
    ['result', (item) => item.outcome ?? ''],
    ['misstated', (item) => (item.misstated ? amount(item.misstated) : '')],
    ['taint_ppm', (item) => String(item.taint_ppm ?? '')],
    ['note', (item) => item.note ?? ''],
  ]
  const rows = items.map((item) => columns.map(([, of]) => quoted(of(item))).join(','))
  return [columns.map(([name]) => name).join(','), ...rows, ''].join('\r\n')
}
