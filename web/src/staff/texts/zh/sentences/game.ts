// Chinese sentences about playing: dives, check-ins, tasks, VIP, friends, packets.
import { amount, date, inside, length, short, some, text, type Sentences } from '../../../words/fields.ts'
import { amounts, because, both, ofCase, word } from './pieces.ts'

const coins = { paid: '充值金币', promo: '赠送金币' } as Record<string, string>
const catches: Record<string, string> = {
  fish: '钓到',
  mine: '触雷',
  empty: '空钩',
  chest: '打开宝箱',
}
const boards: Record<string, string> = { invite: '邀请', withdraw: '提现', species: '鱼种' }

/** A day, a week by its Monday, or a season by its days. */
function daysOf(period: Parameters<typeof inside>[0]): string {
  const [days] = Object.values(inside(period))
  const { first, last } = inside(days)
  return some(first) ? `${text(first)} 至 ${text(last)}` : text(days)
}

/** “2026-11-20 的邀请奖励”. */
const share = (record: unknown) => `${text(inside(record)['day'])} 的${word(inside(record)['kind'])}奖励`
const shareAmounts = (record: unknown) =>
  amounts({ diamond: inside(record)['diamonds'], usdt: inside(record)['usdt'] })

export const gameSentences = {
  SeedRotated: ({ client_seed }) =>
    some(client_seed)
      ? `旧服务器种子已公开；此后下钩使用客户端种子“${text(client_seed)}”`
      : '旧服务器种子已公开；客户端种子由玩家设备在下次下潜时生成',
  DiveStarted: ({ dive, stake, fund, start_level, diamonds }) =>
    `下潜 ${short(dive)} 从第 ${text(start_level)} 层开始，每次下钩 ${amount(stake, 'coin')}` +
    `（${coins[text(fund)] ?? text(fund)}）` +
    (some(diamonds) ? `，起始深度花费 ${amount(diamonds, 'diamond')}` : ''),
  CastResolved: ({ level, kind, id, value, bonus, destroyed, shield }) =>
    `第 ${text(level)} 层下钩：${catches[text(kind)] ?? word(kind)}` +
    (text(id) ? `“${word(id)}”` : '') +
    (some(value) ? `，价值 ${amount(value, 'gusd')}` : '') +
    (some(bonus) ? `，风险奖励 ${amount(bonus, 'gusd')}` : '') +
    (shield === true ? '，使用护盾' : '') +
    (length(destroyed) > 0 ? `，损失 ${length(destroyed)} 条渔获` : ''),
  DiveClosed: ({ dive, reason, casts, staked, payout, chest_usdt, capped }) =>
    `下潜 ${short(dive)} 结束（${word(reason)}），下钩 ${text(casts)} 次：投注 ${amount(staked, 'coin')}，` +
    `派彩 ${amount(payout, 'gusd')}` +
    (some(chest_usdt) ? `，宝箱 ${amount(chest_usdt, 'usdt')}` : '') +
    (capped === true ? '（已达上限）' : ''),
  DiveVoided: ({ dive, refund, returned, case_id, proposer, approver }) =>
    `下潜 ${short(dive)} 作废（案件 ${text(case_id)}）：退还 ${amounts({ coin: refund, diamond: returned })}；` +
    `制单人 ${text(proposer)}，复核人 ${text(approver)}`,
  FreeCoinClaimed: ({ day, amount: coin }) => `领取 ${text(day)} 的免费金币 ${amount(coin, 'coin')}`,
  SignedIn: ({ day, streak, coins: coin, diamonds }) =>
    `${text(day)} 签到，连续第 ${text(streak)} 天：${amounts({ coin, diamond: diamonds })}`,
  InviteQualified: ({ inviter, diamonds }) =>
    `成为 ${short(inviter)} 的有效邀请，应付其 ${amount(diamonds, 'diamond')}`,
  InviteValidated: ({ friend }) => `所邀好友 ${short(friend)} 已生效`,
  InviteRefused: ({ inviter, cluster, by }) =>
    `不计为 ${short(inviter)} 的邀请：属于同一关联组 ${text(cluster)}，由 ${text(by)} 判定`,
  RebatesStopped: ({ inviter, shared, cluster, by }) =>
    `不再为 ${short(inviter)} 带来返佣：共用${word(shared)}（${text(cluster)}），由 ${text(by)} 判定`,
  FriendTied: ({ friend, shared }) => `好友 ${short(friend)} 不再带来返佣：与本账号共用${word(shared)}`,
  TeamRecordReceived: ({ record, diamonds, usdt, rest }) =>
    `领取 ${share(record)}：${amounts({ diamond: diamonds, usdt })}` +
    (some(rest) ? `；余下 ${amount(rest, 'usdt')} 待领` : ''),
  TeamRecordExpired: ({ record }) => `${share(record)}已过期：${shareAmounts(record)}`,
  TeamRecordCancelled: ({ record, staff, reason, proposer, case_id }) =>
    `${share(record)}被 ${both(proposer, staff)} 取消${ofCase(case_id)}${because(reason)}`,
  TaskVisited: ({ task_id }) => `打开任务 ${text(task_id)}`,
  TaskVerified: ({ task_id, progress, target }) =>
    `任务 ${text(task_id)} 完成：${text(progress)} / ${text(target)}`,
  WalletProved: ({ account }) => `证明钱包 ${text(account)} 归本人所有`,
  TaskReceived: ({ task_id, reward }) => `领取任务 ${text(task_id)} 的奖励：${amounts(reward)}`,
  VipActivated: ({ vip_id, price, asset, days, to }) =>
    `激活 VIP ${text(vip_id)}，${text(days)} 天，支付 ${amount(price, text(asset))}，有效期至 ${date(to)}`,
  VipClaimed: ({ vip_id, day, coins: coin, diamonds }) =>
    `${text(day)} 的 VIP ${text(vip_id)} 领取：${amounts({ coin, diamond: diamonds })}`,
  VipExpired: ({ vip_id }) => `VIP ${text(vip_id)} 已到期`,
  RedPacketCredited: ({ packet, slot, prize }) =>
    `红包 ${short(packet)} 的第 ${Number(slot) + 1} 份：${amounts(prize)}`,
  PacketCreated: ({ terms }) =>
    `红包 ${short(inside(terms)['packet'])} 由 ${text(inside(terms)['by'])} 创建：` +
    `${amounts(inside(terms)['total'])}，共 ${text(inside(terms)['shares'])} 份` +
    `（${word(inside(terms)['kind'])}）`,
  ShareClaimed: ({ slot, player, prize, left }) =>
    `${short(player)} 领取第 ${Number(slot) + 1} 份：${amounts(prize)}；剩余 ${text(left)} 份`,
  PacketRevealed: ({ seed }) => `已公开抽取份额的种子 ${short(seed)}`,
  PacketEnded: ({ reason, refund }) => `红包结束（${word(reason)}）；退回 ${amounts(refund)}`,
  RankClosed: ({ board, period, top }) =>
    `${boards[text(board)] ?? text(board)}榜（${daysOf(period)}）已结算，共 ${length(top)} 个名次`,
  RankCorrected: ({ player, by, reason, proposer, case_id }) =>
    `${short(player)} 被 ${both(proposer, by)} 移出榜单${ofCase(case_id)}${because(reason)}`,
} satisfies Sentences
