/** What the list of movements shows: a line of its own, or everything of one dive together. Pure. */
import type { WalletLine } from '../../api/endpoints.gen.ts'
import { addAmounts, decimals, type AssetName } from '../../shared/money.ts'

/** All lines of one dive that are there, newest first. */
export type DiveLines = { readonly dive: string; readonly lines: readonly WalletLine[] }
export type Entry = { readonly line: WalletLine } | DiveLines

/** The wire's asset name, when it is one that has decimals here. */
export function assetOf(line: WalletLine): AssetName {
  return line.asset in decimals ? (line.asset as AssetName) : 'coin'
}

/**
 * Gathers the lines of each dive where its newest stands. A dive is named by its events; one with a single line needs
 * no gathering, and one that may go on in the next page is not summed up yet: its lines stand by themselves.
 */
export function entriesOf(lines: readonly WalletLine[], more: boolean): readonly Entry[] {
  const dives = new Map<string, WalletLine[]>()
  for (const line of lines) {
    const dive = diveOf(line)
    if (dive !== null) dives.set(dive, [...(dives.get(dive) ?? []), line])
  }
  const last = lines.at(-1)
  const unfinished = more && last !== undefined ? diveOf(last) : null
  return lines.flatMap((line): Entry[] => {
    const dive = diveOf(line)
    const together = dive === null || dive === unfinished ? undefined : dives.get(dive)
    if (dive === null || together === undefined || together.length < 2) return [{ line }]
    return together[0] === line ? [{ dive, lines: together }] : []
  })
}

/** The newest line of an entry: it names it and says when. */
export function newestOf(entry: Entry): WalletLine | undefined {
  return 'line' in entry ? entry.line : entry.lines[0]
}

/** What a dive moved of each asset, in the order in which the assets come. */
export function sumsOf({ lines }: DiveLines): readonly { asset: AssetName; delta: string }[] {
  const sums = new Map<AssetName, string>()
  for (const line of [...lines].reverse())
    sums.set(assetOf(line), addAmounts(sums.get(assetOf(line)) ?? '0', line.delta, assetOf(line)))
  return [...sums].map(([asset, delta]) => ({ asset, delta }))
}

/** Casts among the lines. */
export function castsOf({ lines }: DiveLines): number {
  return new Set(lines.filter(({ reason }) => reason === 'CastResolved').map(({ ref }) => ref)).size
}

function diveOf({ why }: WalletLine): string | null {
  return why.inputs.find(({ name }) => name === 'dive')?.value ?? null
}
