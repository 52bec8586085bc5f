// Accounts of the journal in plain words.
import { t } from '../texts/index.ts'

/** All accounts of players, in the order in which a statement lists them. */
export const purseNames: readonly string[] = Object.keys(t.purses)

/** The account's name for a reader; an unknown one keeps the name of the journal. */
export function accountWords(account: string): string {
  return t.houseAccounts[account] ?? t.purses[account] ?? account
}

/** Whether the house owns the account. */
export function isHouse(account: string): boolean {
  return account.startsWith('h:')
}

/** The asset that an account holds, by its name alone. */
export function accountAsset(account: string): string {
  if (account === 'referral_due') return 'usdt'
  if (account === 'invite_due') return 'diamond'
  return /^(?:h:)?(coin|diamond|gusd|usdt|coupon)/.exec(account)?.[1] ?? ''
}

/** All accounts of the house. */
export const houseNames: readonly string[] = Object.keys(t.houseAccounts)
