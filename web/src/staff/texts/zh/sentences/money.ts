// Chinese sentences about money: shop, coupons, exchange, top-ups, withdrawals, the house's own funds.
import { accountsZh } from '../accounts.ts'
import {
  amount,
  date,
  inside,
  minorAmount,
  purseAsset,
  short,
  some,
  text,
  type Sentences,
} from '../../../words/fields.ts'
import { amounts, because, people, word } from './pieces.ts'

type Names = Readonly<Record<string, string>>
const accountWords = (account: string) =>
  (accountsZh.houseAccounts as Names)[account] ?? (accountsZh.purses as Names)[account] ?? account
const terms = (request: unknown) => inside(inside(request)['terms'])

export const moneySentences = {
  ShopPurchased: ({ item_id, count, paid, coin_paid, coin_promo, diamond }) =>
    `以 ${amount(paid, 'coupon')} 购买 ${text(item_id)} × ${text(count)}：` +
    amounts({ coin_paid, coin_promo, diamond }),
  CouponBought: ({ usdt }) => `将 ${amount(usdt, 'usdt')} 转为点券`,
  CouponRefunded: ({ order_no, amount: of, case_id, proposer, approver, payout }) =>
    `订单 ${text(order_no)} 退款 ${amount(of, 'coupon')}（案件 ${text(case_id)}）` +
    (some(terms(payout)['address']) ? `，将付至 ${short(terms(payout)['address'])}；` : '；') +
    `制单人 ${text(proposer)}，复核人 ${text(approver)}`,
  Exchanged: ({ gusd, usdt }) => `将 ${amount(gusd, 'gusd')} 兑换为 ${amount(usdt, 'usdt')}`,
  BonusUnlocked: ({ gusd }) => `奖励解锁：${amount(gusd, 'gusd')}`,
  BonusExpired: ({ gusd }) => `奖励过期：${amount(gusd, 'gusd')}`,
  AdjustmentPosted: ({ purse, delta, counter, case_id, proposer, approver, restates }) =>
    `“${accountWords(text(purse))}”更正 ${minorAmount(delta, purseAsset(text(purse)))}，` +
    `对方科目“${accountWords(text(counter))}”（案件 ${text(case_id)}）；制单人 ${text(proposer)}，` +
    `复核人 ${text(approver)}` +
    (restates === undefined || restates === null ? '' : `；重述 ${text(restates)}`),
  TopUpOpened: ({ order_no, amount: of, channel, valid_until, proposal }) =>
    `创建充值订单 ${text(order_no)}：${amount(of, 'usdt')}，通道 ${word(channel)}，` +
    (proposal ? `用于经两人确认归此玩家的付款，提议 ${short(proposal)}` : `付款截止 ${date(valid_until)}`),
  TopUpCredited: ({ order_no, amount: of, tx, from_suspense }) =>
    `充值 ${text(order_no)} 入账 ${amount(of, 'usdt')}，交易 ${short(tx)}` +
    (from_suspense === true ? '，从暂挂款转出' : ''),
  TopUpClosed: ({ order_no, reason }) => `充值订单 ${text(order_no)} 已关闭（${word(reason)}）`,
  TopUpCreated: ({ order }) =>
    `订单 ${text(inside(order)['order_no'])}：${amount(inside(order)['amount'], 'usdt')}，` +
    `玩家 ${short(inside(order)['player'])}`,
  TopUpSubmitted: () => '玩家的钱包表示已发出付款',
  TopUpSeen: ({ tx }) => `链上已见付款：${short(tx)}`,
  LatePaymentSeen: ({ tx }) => `订单关闭后才见到付款 ${short(tx)}`,
  TopUpSucceeded: ({ order_no, amount: of, tx }) =>
    `订单 ${text(order_no)} 已支付 ${amount(of, 'usdt')}，交易 ${short(tx)}`,
  TopUpFailed: ({ order_no, reason }) => `订单 ${text(order_no)} 失败（${word(reason)}）`,
  AddressSet: ({ address, usable_at }) => `提现地址设为 ${short(address)}，${date(usable_at)} 起可用`,
  WithdrawalRequested: ({ request }) =>
    `申请提现 ${amount(terms(request)['amount'], 'usdt')}（手续费 ` +
    `${amount(terms(request)['fee'], 'usdt')}）至 ${short(terms(request)['address'])}`,
  WithdrawalSent: ({ withdrawal, amount: of }) =>
    `提现 ${short(withdrawal)} 的 ${amount(of, 'usdt')} 已交付链上`,
  WithdrawalSettled: ({ withdrawal, amount: of, fee, order_no }) =>
    some(order_no)
      ? `订单 ${text(order_no)} 的退款 ${amount(of, 'usdt')} 已到账，付款 ${short(withdrawal)}`
      : `提现 ${short(withdrawal)} 的 ${amount(of, 'usdt')} 已到账；手续费 ${amount(fee, 'usdt')}`,
  WithdrawalRefunded: ({ withdrawal, amount: of, reason, order_no }) =>
    some(order_no)
      ? `订单 ${text(order_no)} 的退款未能支付，${amount(of, 'coupon')} 退回玩家${because(reason)}`
      : `提现 ${short(withdrawal)} 已退回 ${amount(of, 'usdt')}${because(reason)}`,
  Requested: ({ request }) =>
    (some(inside(request)['refund'])
      ? `订单 ${text(inside(inside(request)['refund'])['order_no'])} 点券退款，玩家 `
      : '') +
    `${short(terms(request)['player'])} 申请 ${amount(terms(request)['amount'], 'usdt')}，` +
    `手续费 ${amount(terms(request)['fee'], 'usdt')}，地址 ${short(terms(request)['address'])}`,
  ReviewStarted: ({ staff }) => `${text(staff)} 开始审核`,
  RiskFlagged: ({ by, reason }) => `由 ${text(by)} 标记${because(reason)}`,
  ApprovalGiven: ({ staff }) => `${text(staff)} 作出两次批准中的第一次`,
  // The rules and whoever agrees to a proposal are named; of a withdrawal everybody is who said yes.
  Approved: ({ by, reason }) =>
    (text(by) === 'auto' ? '按规则自动批准' : `由 ${text(by) || people(inside(by)['staff'])} 批准`) +
    because(reason),
  Rejected: ({ by, reason }) => `由 ${text(by)} 拒绝${because(reason)}`,
  Sent: ({ slot }) =>
    `已下达付款指令：钱包 ${text(inside(slot)['wallet'])}，查询号 ` +
    `${text(inside(slot)['query_id'])}，有效期至 ${date(inside(slot)['valid_until'])}`,
  Broadcast: ({ tx }) => `已发送上链：${short(tx)}`,
  ReceiptMismatched: ({ receipt }) =>
    `链上付款不符：${amount(inside(receipt)['amount'], 'usdt')} 付至 ${short(inside(receipt)['address'])}`,
  MismatchCleared: ({ proposer, approver, reason }) =>
    `付款不符已由 ${text(proposer)} 和 ${text(approver)} 清理${because(reason)}`,
  Confirmed: ({ receipt }) =>
    `${text(inside(receipt)['nodes'])} 个节点已确认：` +
    `${amount(inside(receipt)['amount'], 'usdt')}，交易 ${short(inside(receipt)['tx'])}`,
  SlotClosed: ({ proof }) => `付款序号已关闭，未付款（${word(inside(proof)['cause'])}）`,
  Failed: ({ reason, proof }) =>
    `失败${because(reason)}${proof ? `，已证明（${word(inside(proof)['cause'])}）` : ''}`,
  ReserveFunded: ({ amount: of, proposer, approver, reason, payment }) =>
    `储备注资 ${amount(of, 'usdt')}，由 ${text(proposer)} 和 ${text(approver)} 办理${because(reason)}` +
    (payment ? `，来自付款 ${short(inside(payment)['tx'])}` : ''),
  StakesClosed: ({ above, short: checks }) =>
    `高于 ${text(above)} 金币的投注已关闭：` +
    Object.values(checks as Record<string, Record<string, unknown>>)
      .map(
        (one) =>
          `${word(one['check'])}现有 ${amount(one['has'], 'usdt')}，应付 ${amount(one['owes'], 'usdt')}`,
      )
      .join('；'),
  StakesOpened: ({ by, reason }) => `大额投注已由 ${text(by)} 重新开放${because(reason)}`,
  UnmatchedReceived: ({ payment, amount: of }) =>
    `到账 ${amount(of, 'usdt')}，尚未认领：付款 ${short(inside(payment)['tx'])}`,
  ReturnOpened: ({ terms: back, payment, proposer, approver, reason }) =>
    `${amount(inside(back)['amount'], 'usdt')} 将退回付款方 ${short(inside(back)['address'])}，` +
    `付款 ${short(inside(payment)['tx'])}，由 ${text(proposer)} 和 ${text(approver)} 办理${because(reason)}`,
  PaymentReturned: ({ payment, amount: of }) =>
    `${amount(of, 'usdt')} 已退回付款方：付款 ${short(inside(payment)['tx'])}`,
  PromoBudgetFunded: ({ amount: of, proposer, approver, reason }) =>
    `推广预算注资 ${amount(of, 'usdt')}，由 ${text(proposer)} 和 ${text(approver)} 办理${because(reason)}`,
  PromoAllotted: ({ purpose, amount: of }) => `从推广预算划出 ${amount(of, 'usdt')}，用于${word(purpose)}`,
  PromoReturned: ({ source, amount: of }) =>
    `${some(of) ? amount(of, 'usdt') : '没有余额'} 从${word(source)}退回推广预算`,
} satisfies Sentences
