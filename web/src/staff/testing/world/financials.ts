// What the screen of balance sheet and income statement is answered, made of the same invented trial balance.
import type {
  BooksFinancialsData,
  ClassSums,
  FinancialLine,
  FinancialSum,
  TrialRow,
} from '../../api/endpoints.gen.ts'
import { usdtOf } from './usdt.ts'
import { at, dayMs, nowMs } from './log.ts'

type Known = readonly [code: number, key: string, name: string, name_zh: string, kind: string, asset: string]

const known: readonly Known[] = [
  [1010, 'h:usdt_custody', 'Custody on the chain', '链上托管资金', 'asset', 'usdt'],
  [2010, 'usdt', "Players' USDT", '玩家 USDT 余额', 'liability', 'usdt'],
  [2011, 'usdt_hold', 'Withdrawals under way', '提现处理中', 'liability', 'usdt'],
  [2012, 'referral_due', 'Referral shares due', '应付邀请分成', 'liability', 'usdt'],
  [2014, 'h:usdt_customer', 'USDT behind unspent coupons', '未使用点券对应的 USDT', 'liability', 'usdt'],
  [3010, 'h:usdt_reserve', 'Prize reserve', '奖金储备', 'equity', 'usdt'],
  [3011, 'h:usdt_promo_budget', 'Promotion budget', '推广预算', 'equity', 'usdt'],
  [4010, 'h:usdt_fee', 'Withdrawal fees', '提现手续费', 'income', 'usdt'],
  [2110, 'coupon', "Players' coupons", '玩家点券', 'liability', 'coupon'],
  [3110, 'h:coupon_issue', 'Coupons issued against USDT', '以 USDT 发行的点券', 'equity', 'coupon'],
  [3111, 'h:coupon_sink', 'Coupons spent', '已使用点券', 'equity', 'coupon'],
  [2210, 'gusd', "Players' game tokens", '玩家游戏代币', 'liability', 'gusd'],
  [2211, 'gusd_bonus', "Players' locked game tokens", '玩家锁定游戏代币', 'liability', 'gusd'],
  [3210, 'h:gusd_burn', 'Game tokens exchanged', '已兑换游戏代币', 'equity', 'gusd'],
  [5210, 'h:gusd_issue.paid', 'Prizes of paid dives', '付费下潜奖金', 'expense', 'gusd'],
  [
    5211,
    'h:gusd_issue.bonus',
    'Prizes of free dives, tasks and packets',
    '免费下潜、任务与红包奖励',
    'expense',
    'gusd',
  ],
  [2310, 'coin_paid', "Players' bought coins", '玩家购买金币', 'liability', 'coin'],
  [2311, 'coin_promo', "Players' granted coins", '玩家赠送金币', 'liability', 'coin'],
  [3310, 'h:coin_issue.shop', 'Coins sold', '已售金币', 'equity', 'coin'],
  [4310, 'h:coin_sink', 'Stakes', '投注额', 'income', 'coin'],
  [5310, 'h:coin_issue.free', 'Coins of the daily free claim', '每日免费领取金币', 'expense', 'coin'],
  [2410, 'diamond', "Players' diamonds", '玩家钻石', 'liability', 'diamond'],
  [4410, 'h:diamond_sink', 'Diamonds spent', '已消费钻石', 'income', 'diamond'],
  [5411, 'h:diamond_issue.signin', 'Diamonds of check-ins', '签到钻石', 'expense', 'diamond'],
]

/** What types of event move on the reserve, in minor units; a credit is positive. */
const special: readonly (readonly [Known, string, bigint, bigint])[] = [
  [
    [4011, 'shop_sales', 'Sales of coins and diamonds', '金币与钻石销售', 'income', 'usdt'],
    'ShopPurchased',
    4_300_000_000n,
    480_000_000n,
  ],
  [
    [4012, 'vip_sales', 'Sales of VIP days', 'VIP 销售', 'income', 'usdt'],
    'VipActivated',
    700_000_000n,
    25_000_000n,
  ],
  [
    [5010, 'prizes_exchanged', 'Prizes exchanged to USDT', '兑换为 USDT 的奖金', 'expense', 'usdt'],
    'Exchanged',
    -2_000_000_000n,
    -82_000_000n,
  ],
  [
    [5011, 'chests_and_referral', 'Cash chests and referral shares', '现金宝箱与邀请分成', 'expense', 'usdt'],
    'DiveClosed',
    -340_000_000n,
    -36_320_000n,
  ],
]

function line(
  [code, key, name, name_zh, kind, asset]: Known,
  account: string,
  opening: bigint,
  moved: bigint,
): FinancialLine {
  const sign = kind === 'asset' || kind === 'expense' ? -1n : 1n
  const shown = (minor: bigint) => (minor * sign).toString()
  return {
    code,
    key: key.replace('h:', ''),
    name,
    name_zh,
    class: kind,
    normal: sign < 0n ? 'debit' : 'credit',
    asset,
    accounts: [account],
    events: [],
    tax: 'The operator\u2019s adviser decides.',
    opening: shown(opening),
    moved: shown(moved),
    closing: shown(opening + moved),
    prior: shown((moved * 7n) / 8n),
  }
}

function sums(list: readonly FinancialLine[]): FinancialSum[] {
  return ['coin', 'diamond', 'gusd', 'usdt', 'coupon'].map((asset) => {
    const of = (field: 'opening' | 'moved' | 'closing' | 'prior'): ClassSums => {
      const total = (kind: string) =>
        list
          .filter((one) => one.asset === asset && one.class === kind)
          .reduce((sum, one) => sum + BigInt(one[field] ?? '0'), 0n)
      const [income, expenses] = [total('income'), total('expense')]
      return {
        assets: total('asset').toString(),
        liabilities: total('liability').toString(),
        equity: total('equity').toString(),
        income: income.toString(),
        expenses: expenses.toString(),
        result: (income - expenses).toString(),
      }
    }
    return {
      asset,
      opening: of('opening'),
      moved: of('moved'),
      closing: of('closing'),
      prior: of('prior'),
      holds: true,
    }
  })
}

/** The statements of a trial balance. */
export function financialsOf(rows: readonly TrialRow[]): BooksFinancialsData {
  const lines = known.map((entry) => {
    const row = rows.find(({ account }) => account === entry[1])
    const moved = BigInt(row?.credit ?? 0) - BigInt(row?.debit ?? 0)
    const isReserve = entry[1] === 'h:usdt_reserve'
    const opened = isReserve ? special.reduce((sum, one) => sum + one[2], 0n) : 0n
    const elsewhere = isReserve ? special.reduce((sum, one) => sum + one[3], 0n) : 0n
    return line(entry, entry[1], BigInt(row?.opening ?? 0) - opened, moved - elsewhere)
  })
  const more = special.map(([entry, event, opening, moved]) => ({
    ...line(entry, 'h:usdt_reserve', opening, moved),
    events: [event],
  }))
  const list = [...lines, ...more].toSorted((one, other) => one.code - other.code)
  return {
    at,
    from: { positions: { 0: 41_000 }, time_ms: nowMs - 21 * dayMs },
    prior: { positions: { 0: 33_000 }, time_ms: nowMs - 42 * dayMs },
    chart: 'coa-1',
    list,
    sums: sums(list),
    usdt: usdtOf(list, '2026-10'),
    holds: true,
  }
}
