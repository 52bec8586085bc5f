// Statements in USDT of the same invented books, at the product's rates.
import type { FinancialLine, InUsdt, UsdtLine, UsdtSums } from '../../api/endpoints.gen.ts'

const rates = { coin: [100n, 1n], diamond: [1_000_000n, 60n] } as const
const converted = [2014, 3110, 3111, 3210, 3310, 3410]

const rateOf = (asset: string) => (asset === 'coin' || asset === 'diamond' ? rates[asset] : [1n, 1n])

function value(minor: string, asset: string): string {
  const [above = 1n, below = 1n] = rateOf(asset)
  const size = BigInt(minor) < 0n ? -BigInt(minor) : BigInt(minor)
  const rounded = (size * above * 2n + below) / (2n * below)
  return (BigInt(minor) < 0n ? -rounded : rounded).toString()
}

const valued = (line: FinancialLine): UsdtLine => ({
  code: line.code,
  opening: value(line.opening, line.asset),
  moved: value(line.moved, line.asset),
  closing: value(line.closing, line.asset),
  prior: typeof line.prior === 'string' ? value(line.prior, line.asset) : null,
})

/** All assets in USDT with the rates of a month's closing. */
export function usdtOf(list: readonly FinancialLine[], month: string): InUsdt {
  const lines = list.map(valued)
  const sums = (column: 'opening' | 'moved' | 'closing' | 'prior'): UsdtSums => {
    const sum = (wanted: (line: FinancialLine) => boolean) =>
      list.reduce(
        (total, line, index) => (wanted(line) ? total + BigInt(lines[index]?.[column] ?? '0') : total),
        0n,
      )
    const of = (kind: string) => sum((line) => line.class === kind && !converted.includes(line.code))
    const [own, owed, equity, income, expenses] = [
      of('asset'),
      of('liability'),
      of('equity'),
      of('income'),
      of('expense'),
    ]
    const given = sum(({ code }) => converted.includes(code))
    const result = income - expenses + given
    return {
      assets: own.toString(),
      liabilities: owed.toString(),
      equity: equity.toString(),
      income: income.toString(),
      expenses: expenses.toString(),
      converted: given.toString(),
      result: result.toString(),
      rounding: (own - owed - equity - result).toString(),
    }
  }
  return {
    month,
    rates: ['coin', 'diamond', 'gusd', 'usdt', 'coupon'].map((asset) => {
      const [above = 1n, below = 1n] = rateOf(asset)
      return { asset, numerator: above.toString(), denominator: below.toString() }
    }),
    lines,
    converted,
    opening: sums('opening'),
    moved: sums('moved'),
    closing: sums('closing'),
    prior: sums('prior'),
    holds: true,
  }
}
