/**
 * What an answer of the server means for the screen. Pure: no React, no canvas, no network.
 *
 * Amounts are decimal strings of gusd (2 places). A staked coin counts as one gusd, a USDT as 10,000 gusd (domain
 * §10.9), so the minor units of USDT (1e-6) and of gusd (1e-2) are of one size and add up without a factor.
 */
import type { Cast, Dive, DiveLine, DiveResult, FishingConfigData } from '../../api/endpoints.gen.ts'
import { fromMinor, toMinor } from '../../shared/money.ts'
import { bandOf } from './scene/measure.ts'
import type { Hanging, Moment, SeaModel } from './scene/contract.ts'

/** The three numbers that are always on the screen (domain §2.1 rule 9). */
export interface Standing {
  /** Coins staked in this dive. */
  readonly staked: number
  /** What Surface would pay now, in gusd. */
  readonly value: string
  /** Value minus staked, signed, in gusd. */
  readonly net: string
}

/** What just happened, for the announcement above the hook. */
export type News =
  | { readonly kind: 'empty' }
  | { readonly kind: 'fish'; readonly id: string; readonly value: string; readonly grand: boolean }
  | { readonly kind: 'chest'; readonly value: string }
  | { readonly kind: 'mine'; readonly lost: number; readonly lostValue: string; readonly shield: boolean }

/** The picture before anything is known of the player: the boat on the water. */
export const atRest: SeaModel = { diving: false, level: 1, line: [], shield: false, waiting: false }

/** A fish or chest of at least this many stakes is announced as a grand one (ASSUMED). */
const grandX10 = 200

/** The fish on the line as the scene wants them. */
export function hangingOf(line: readonly DiveLine[]): readonly Hanging[] {
  return line.map(({ level, id }) => ({ level, id }))
}

/** The picture of rest: an open dive, or the water at the start level that the player is choosing. */
export function restOf(
  dive: Dive | null,
  view: { startLevel: number; shield: boolean; waiting: boolean },
): SeaModel {
  if (dive === null)
    return { diving: false, level: view.startLevel, line: [], shield: false, waiting: view.waiting }
  return {
    diving: true,
    level: dive.level,
    line: hangingOf(dive.line),
    shield: view.shield,
    waiting: view.waiting,
  }
}

/** What the scene plays for a cast; `before` is the dive as it was when the hook went down. */
export function momentOf(before: Dive, cast: Cast): Moment {
  switch (cast.kind) {
    case 'empty':
      return { kind: 'empty' }
    case 'fish':
      return { kind: 'fish', fish: { level: cast.level, id: cast.id ?? '' } }
    case 'chest':
      return { kind: 'chest' }
    case 'mine':
      return { kind: 'mine', destroyed: lostTo(before, cast).map((fish) => fish.level), shield: cast.shield }
  }
}

/** The fish a mine destroyed. The server names them by their place on the line before the cast, from 0. */
export function lostTo(before: Dive, cast: Cast): readonly DiveLine[] {
  return cast.destroyed.flatMap((place) => before.line.filter((fish) => fish.i === place))
}

/** The words for a cast. */
export function newsOf(before: Dive, cast: Cast): News {
  switch (cast.kind) {
    case 'empty':
      return { kind: 'empty' }
    case 'fish':
      return { kind: 'fish', id: cast.id ?? '', value: cast.value, grand: cast.x10 >= grandX10 }
    case 'chest':
      return { kind: 'chest', value: cast.value }
    case 'mine': {
      const lost = lostTo(before, cast)
      return {
        kind: 'mine',
        lost: lost.length,
        lostValue: fromMinor(
          lost.reduce((sum, fish) => sum + gusd(fish.value), 0n),
          2,
        ),
        shield: cast.shield,
      }
    }
  }
}

/** Staked, value and net of an open dive. */
export function standingOf(dive: Dive): Standing {
  const value = gusd(dive.line_value) + safeMinor(dive)
  return { staked: dive.staked, value: fromMinor(value, 2), net: fromMinor(value - coins(dive.staked), 2) }
}

/** Everything in the safe box, cash chests at parity, in gusd. */
export function safeOf(dive: Dive): string {
  return fromMinor(safeMinor(dive), 2)
}

/** Payout minus staked, signed, in gusd. */
export function netOf(result: Pick<DiveResult, 'payout' | 'staked'>): string {
  return fromMinor(gusd(result.payout) - coins(result.staked), 2)
}

/** The only case in which the screen celebrates: more came up than was staked (domain §2.1 rule 9). */
export function isWin(result: Pick<DiveResult, 'payout' | 'staked'>): boolean {
  return gusd(result.payout) > coins(result.staked)
}

/** Whether the coins of one fund suffice for a cast: a dive is paid from one fund only (domain §2.7). */
export function canPay(
  stake: number,
  funds: { readonly coin_paid: number; readonly coin_promo: number },
  fund?: Dive['fund'],
): boolean {
  if (fund === 'paid') return funds.coin_paid >= stake
  if (fund === 'promo') return funds.coin_promo >= stake
  return funds.coin_paid >= stake || funds.coin_promo >= stake
}

/** What a dive from this level costs beside its casts. */
export function diamondsFor(level: number, { deep_start }: Pick<FishingConfigData, 'deep_start'>): number {
  return deep_start.find((start) => start.level === level)?.diamond ?? 0
}

/** Letter of the band of a level, for colours. */
export function bandName(level: number): 'a' | 'b' | 'c' | 'd' | 'e' {
  return (['a', 'b', 'c', 'd', 'e'] as const)[bandOf(level)] ?? 'a'
}

/** A weight of the paytable as a percentage with at most two decimals: 30,000 of 1,000,000 is "3". */
export function percent(weight: number, total: number): string {
  const hundredths = Math.round((weight * 10_000) / total)
  return String(hundredths / 100)
}

function safeMinor(dive: Dive): bigint {
  return gusd(dive.safe) + (toMinor(dive.chest_usdt, 6) ?? 0n)
}

function gusd(amount: string): bigint {
  return toMinor(amount, 2) ?? 0n
}

function coins(count: number): bigint {
  return BigInt(count) * 100n
}
