// Accounts of the journal in plain words.

const purses: Readonly<Record<string, string>> = {
  coin_paid: 'Coins, bought',
  coin_promo: 'Coins, given',
  diamond: 'Diamonds',
  gusd: 'Prizes, free',
  gusd_bonus: 'Prizes, locked',
  usdt: 'USDT, free',
  usdt_hold: 'USDT in withdrawal',
  coupon: 'Coupons',
  referral_due: 'Referral share owed',
  invite_due: 'Invite reward owed',
}

const house: Readonly<Record<string, string>> = {
  'h:coin_issue.free': 'Coins issued: daily free claim',
  'h:coin_issue.signin': 'Coins issued: check-in',
  'h:coin_issue.task': 'Coins issued: tasks',
  'h:coin_issue.redpacket': 'Coins issued: red packets',
  'h:coin_issue.shop': 'Coins issued: shop',
  'h:coin_issue.shop_extra': 'Coins issued: shop extras',
  'h:coin_issue.vip': 'Coins issued: VIP gifts',
  'h:coin_sink': 'Coins staked',
  'h:diamond_issue.invite': 'Diamonds issued: invites',
  'h:diamond_issue.signin': 'Diamonds issued: check-in',
  'h:diamond_issue.task': 'Diamonds issued: tasks',
  'h:diamond_issue.vip': 'Diamonds issued: VIP gifts',
  'h:diamond_issue.shop': 'Diamonds issued: shop',
  'h:diamond_issue.redpacket': 'Diamonds issued: red packets',
  'h:diamond_sink': 'Diamonds spent',
  'h:gusd_issue.paid': 'Prizes of paid dives',
  'h:gusd_issue.bonus': 'Prizes of promo dives',
  'h:gusd_burn': 'Prizes exchanged or expired',
  'h:usdt_custody': 'Custody wallets (on the chain)',
  'h:usdt_customer': 'Customer money behind coupons',
  'h:usdt_reserve': 'Prize reserve',
  'h:usdt_promo_budget': 'Promotion budget',
  'h:usdt_packet_held': 'Promotion money in red packets',
  'h:usdt_fee': 'Withdrawal fees',
  'h:usdt_clearing': 'On the way to the chain',
  'h:coupon_issue': 'Coupons issued',
  'h:coupon_sink': 'Coupons spent',
}

/** All accounts of players, in the order in which a statement lists them. */
export const purseNames: readonly string[] = Object.keys(purses)

/** The account's name for a reader; an unknown one keeps the name of the journal. */
export function accountWords(account: string): string {
  return house[account] ?? purses[account] ?? account
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
export const houseNames: readonly string[] = Object.keys(house)
