// Facts as the server names them, for a reader: what a bare number is an amount of, and what its bound says. A fact
// that is not known here is shown as it came.
import { accountAsset, accountWords, isHouse, purseNames } from './accounts.ts'
import { amountText, count, symbols } from './money.ts'
import { utc } from './time.ts'
import { t } from '../texts/index.ts'

/** A fact of the server: its name, its value, and what it must be. */
export type Fact = { name: string; value: string; bound?: string | null }
/** The same in words; `holds` is null where it has no bound. */
export type ReadFact = { name: string; value: string; bound: string | null; holds: boolean | null }

const inUsdt: readonly string[] = [
  'fee at least',
  'withdrawn since ever',
  'lost today',
  'loss a day',
  'deposits a day',
  'deposits a week',
  'deposits a month',
  'coupons and the USDT behind them',
  'payment amount',
  'order amount',
  'order received so far',
  'approved amount',
  'paid amount',
]
/** Names of facts that are moments. */
const moments: readonly string[] = ['payment seen at', 'order valid until']
const whole = /^-?\d+$/

/** The fact in words. */
export function readFact({ name, value, bound = null }: Fact): ReadFact {
  if (name === 'fee, ppm' && whole.test(value))
    return { name: t.known.fee, value: `${Number(value) / 10_000} %`, bound, holds: null }
  if (moments.includes(name) && whole.test(value))
    return { name, value: `${utc(Number(value))} UTC`, bound, holds: null }
  const asset = assetOf(name)
  return {
    name: nameOf(name),
    value: amountOf(value, asset),
    bound: bound === null ? null : boundOf(bound, asset),
    holds: holdsOf(value, bound),
  }
}

/** A name with its underscores read as spaces. */
export function factWords(name: string): string {
  return name.replaceAll('_', ' ')
}

/** A bare number as an amount of an asset, or with groups; other words as they are. */
export function amountOf(text: string, asset: string | null): string {
  if (text === 'true' || text === 'false') return text === 'true' ? t.word.yes : t.word.no
  if (text === '-') return '–'
  if (!whole.test(text)) return text
  if (asset !== null) return `${amountText(text, asset)} ${symbols[asset] ?? asset}`
  return text.startsWith('-') ? `−${count(Number(text.slice(1)))}` : count(Number(text))
}

/** `usdt of 0193f0c2-…` is a purse of a player; `… after` is what it would hold. */
const ofPlayer = /^(\w+) of ([0-9a-f-]{36})( after)?$/
/** `h:usdt_reserve after` is what the account would hold. */
const afterIt = /^(h:\w+) after$/

function assetOf(name: string): string | null {
  const purse = ofPlayer.exec(name)?.[1]
  if (purse !== undefined && purseNames.includes(purse)) return accountAsset(purse)
  if (isHouse(name)) return accountAsset(name) || null
  if (inUsdt.includes(name) || name.startsWith('limit left today') || name.endsWith(' against the books'))
    return 'usdt'
  if (name.endsWith('coins staked')) return 'coin'
  return name.endsWith('tokens paid out') ? 'gusd' : null
}

function nameOf(name: string): string {
  const [, purse, player, after] = ofPlayer.exec(name) ?? []
  if (purse !== undefined && player !== undefined) {
    const held = `${accountWords(purse)}, ${player.slice(0, 8)}…`
    return after === undefined ? held : t.known.after(held)
  }
  const account = afterIt.exec(name)?.[1]
  if (account !== undefined) return t.known.after(accountWords(account))
  const short = name.replace(/\b([0-9a-f]{8})[0-9a-f-]{28,56}\b/g, '$1…')
  return isHouse(name) ? accountWords(name) : factWords(short)
}

function boundOf(bound: string, asset: string | null): string {
  if (bound === '>= 0') return t.known.notBelow
  return bound === '0' ? t.known.zero : amountOf(bound, asset)
}

/** Bounds that a number can be held against; the server judges the others. */
function holdsOf(value: string, bound: string | null): boolean | null {
  if (!whole.test(value)) return null
  if (bound === '>= 0') return !value.startsWith('-')
  if (bound === '0') return value === '0'
  const most = /^at most (\d+)$/.exec(bound ?? '')?.[1]
  return most === undefined ? null : BigInt(value) <= BigInt(most)
}
