// Keys are checked by the compiler against the English texts.
import type common from './en/common.json'
import type collection from './en/collection.json'
import type coupon from './en/coupon.json'
import type errors from './en/errors.json'
import type exchange from './en/exchange.json'
import type fairness from './en/fairness.json'
import type home from './en/home.json'
import type info from './en/info.json'
import type invite from './en/invite.json'
import type kyc from './en/kyc.json'
import type liabilities from './en/liabilities.json'
import type limits from './en/limits.json'
import type pay from './en/pay.json'
import type profile from './en/profile.json'
import type rank from './en/rank.json'
import type red from './en/red.json'
import type shop from './en/shop.json'
import type tasks from './en/tasks.json'
import type terms from './en/terms.json'
import type vip from './en/vip.json'
import type wallet from './en/wallet.json'
import type withdraw from './en/withdraw.json'

/** Every namespace with its texts; the two of the game are read by keys that are put together, such as a fish's. */
export type Resources = {
  common: typeof common
  collection: typeof collection
  coupon: typeof coupon
  dives: Readonly<Record<string, string>>
  errors: typeof errors
  exchange: typeof exchange
  fairness: typeof fairness
  fishing: Readonly<Record<string, string>>
  home: typeof home
  info: typeof info
  invite: typeof invite
  kyc: typeof kyc
  liabilities: typeof liabilities
  limits: typeof limits
  pay: typeof pay
  profile: typeof profile
  rank: typeof rank
  red: typeof red
  shop: typeof shop
  tasks: typeof tasks
  terms: typeof terms
  vip: typeof vip
  wallet: typeof wallet
  withdraw: typeof withdraw
}

export type Namespace = keyof Resources

/** A key without the ending of a plural form. */
type Plain<Key extends string> = Key extends `${infer Stem}_one` | `${infer Stem}_other` ? Stem : Key
type Leaves<Tree, Path extends string = ''> = {
  [Key in keyof Tree & string]: Tree[Key] extends string
    ? `${Path}${Plain<Key>}`
    : Leaves<Tree[Key], `${Path}${Key}.`>
}[keyof Tree & string]

/** The keys of a namespace. */
export type KeysOf<N extends Namespace> = N extends Namespace ? Leaves<Resources[N]> : never
/** The same with the namespace's name before them, from wherever it is loaded. */
export type FullKey = { [N in Namespace]: `${N}:${KeysOf<N>}` }[Namespace]
