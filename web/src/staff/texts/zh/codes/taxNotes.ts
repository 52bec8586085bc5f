// Chinese for the tax notes of the chart of accounts, by the key of an entry: those of one treatment share one.

const treatments: readonly (readonly [note: string, keys: string])[] = [
  ['代玩家持有的资金：既非收入也非成本。', 'usdt_custody usdt usdt_hold referral_due usdt_clearing'],
  ['预收款：消费时计为收入。', 'usdt_customer coupon'],
  ['代付款人持有的资金：既非收入也非成本。', 'usdt_suspense'],
  ['自有资金及其专项划拨：变动不产生损益。', 'usdt_reserve usdt_promo_budget usdt_packet_held'],
  ['提现发出时计为收入。', 'usdt_fee'],
  ['点券或 USDT 消费时计为收入。', 'shop_sales vip_sales'],
  ['派彩成本：博彩税按投注减派彩计征之处可扣除。', 'prizes_exchanged chests_and_referral gusd_issue.paid'],
  [
    '推广成本：没有与之对应的收入。',
    'packets_paid gusd_issue.bonus coin_issue.free coin_issue.signin coin_issue.task coin_issue.redpacket ' +
      'coin_issue.shop_extra coin_issue.vip diamond_issue.invite diamond_issue.signin diamond_issue.task ' +
      'diamond_issue.redpacket diamond_issue.vip',
  ],
  ['取决于更正所注明的案件。', 'usdt_corrections'],
  [
    '以一种价值换另一种：损益在对方科目。',
    'coupon_issue coupon_sink gusd_burn gusd_unlocked coin_issue.shop diamond_issue.shop',
  ],
  [
    '以游戏单位计：折合 USDT 的部分在销售和派彩中。',
    'gusd gusd_bonus gusd_expired coin_paid coin_promo diamond invite_due diamond_sink',
  ],
  ['博彩税按投注减派彩计征之处的计税基础。', 'coin_sink'],
]

export const taxNotes: Readonly<Record<string, string>> = Object.fromEntries(
  treatments.flatMap(([note, keys]) => keys.split(' ').map((key) => [key, note])),
)
