// Sums of rows, as the server makes them.
import type { StaffSum } from '../../api/endpoints.gen.ts'

type Valued = { asset?: string | null | undefined; amount?: string | null | undefined }

/** What rows with an amount add up to, by asset. */
export function sumsOf(rows: readonly Valued[]): StaffSum[] {
  const valued = rows.flatMap(({ asset, amount }) =>
    asset && amount ? [{ asset, minor: BigInt(amount) }] : [],
  )
  const add = (minors: readonly bigint[]) => minors.reduce((sum, minor) => sum + minor, 0n).toString()
  return [...new Set(valued.map(({ asset }) => asset))].map((name) => {
    const minors = valued.filter(({ asset }) => asset === name).map(({ minor }) => minor)
    return {
      asset: name,
      rows: minors.length,
      sum: add(minors),
      plus: add(minors.filter((minor) => minor > 0n)),
      minus: add(minors.filter((minor) => minor < 0n)),
    }
  })
}
