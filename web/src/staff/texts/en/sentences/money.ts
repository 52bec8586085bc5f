// Sentences about money: shop, coupons, exchange, top-ups, withdrawals, the house's own funds.
import { accountsEn } from '../accounts.ts'
import {
  amount,
  date,
  inside,
  minorAmount,
  purseAsset,
  short,
  some,
  text,
  word,
  type Sentences,
} from '../../../words/fields.ts'
import { amounts, because, people, plural } from './pieces.ts'

const accountWords = (account: string) =>
  accountsEn.houseAccounts[account] ?? accountsEn.purses[account] ?? account
const terms = (request: unknown) => inside(inside(request)['terms'])

export const moneySentences = {
  ShopPurchased: ({ item_id, count, paid, coin_paid, coin_promo, diamond }) =>
    `Bought ${text(count)} × ${text(item_id)} for ${amount(paid, 'coupon')}: ` +
    amounts({ coin_paid, coin_promo, diamond }),
  CouponBought: ({ usdt }) => `Turned ${amount(usdt, 'usdt')} into coupons`,
  CouponRefunded: ({ order_no, amount: of, case_id, proposer, approver, payout }) =>
    `${amount(of, 'coupon')} of order ${text(order_no)} refunded in case ${text(case_id)}` +
    (some(terms(payout)['address']) ? `, to be paid to ${short(terms(payout)['address'])}` : '') +
    `; proposed by ${text(proposer)}, approved by ${text(approver)}`,
  Exchanged: ({ gusd, usdt }) => `Exchanged ${amount(gusd, 'gusd')} into ${amount(usdt, 'usdt')}`,
  BonusUnlocked: ({ gusd }) => `${amount(gusd, 'gusd')} of locked prizes became free`,
  BonusExpired: ({ gusd }) => `${amount(gusd, 'gusd')} of locked prizes expired`,
  AdjustmentPosted: ({ purse, delta, counter, case_id, proposer, approver, restates }) =>
    `Adjusted “${accountWords(text(purse))}” by ${minorAmount(delta, purseAsset(text(purse)))} ` +
    `against “${accountWords(text(counter))}” in case ${text(case_id)}; proposed by ${text(proposer)}` +
    `, approved by ${text(approver)}` +
    (restates === undefined || restates === null ? '' : `; restates ${text(restates)}`),
  TopUpOpened: ({ order_no, amount: of, channel, valid_until, proposal }) =>
    `Opened top-up order ${text(order_no)} for ${amount(of, 'usdt')} by ${word(channel)}, ` +
    (proposal
      ? `for a payment that two people gave to the player, proposal ${short(proposal)}`
      : `payable until ${date(valid_until)}`),
  TopUpCredited: ({ order_no, amount: of, tx, from_suspense }) =>
    `Top-up ${text(order_no)} credited: ${amount(of, 'usdt')}, transaction ${short(tx)}` +
    (from_suspense === true ? ', out of suspense' : ''),
  TopUpClosed: ({ order_no, reason }) => `Top-up order ${text(order_no)} closed (${word(reason)})`,
  TopUpCreated: ({ order }) =>
    `Order ${text(inside(order)['order_no'])} for ${amount(inside(order)['amount'], 'usdt')} by ` +
    short(inside(order)['player']),
  TopUpSubmitted: () => 'The player’s wallet says that it has sent the payment',
  TopUpSeen: ({ tx }) => `Payment seen on the chain: ${short(tx)}`,
  LatePaymentSeen: ({ tx }) => `Payment ${short(tx)} seen after the order had closed`,
  TopUpSucceeded: ({ order_no, amount: of, tx }) =>
    `Order ${text(order_no)} paid: ${amount(of, 'usdt')}, transaction ${short(tx)}`,
  TopUpFailed: ({ order_no, reason }) => `Order ${text(order_no)} failed (${word(reason)})`,
  AddressSet: ({ address, usable_at }) =>
    `Payout address set to ${short(address)}, usable from ${date(usable_at)}`,
  WithdrawalRequested: ({ request }) =>
    `Asked to withdraw ${amount(terms(request)['amount'], 'usdt')} (fee ` +
    `${amount(terms(request)['fee'], 'usdt')}) to ${short(terms(request)['address'])}`,
  WithdrawalSent: ({ withdrawal, amount: of }) =>
    `Withdrawal ${short(withdrawal)} of ${amount(of, 'usdt')} handed to the chain`,
  WithdrawalSettled: ({ withdrawal, amount: of, fee, order_no }) =>
    some(order_no)
      ? `Refund of order ${text(order_no)} arrived: ${amount(of, 'usdt')}, payout ${short(withdrawal)}`
      : `Withdrawal ${short(withdrawal)} of ${amount(of, 'usdt')} arrived; fee ${amount(fee, 'usdt')}`,
  WithdrawalRefunded: ({ withdrawal, amount: of, reason, order_no }) =>
    some(order_no)
      ? `Refund of order ${text(order_no)} was not paid, ${amount(of, 'coupon')} are the player’s again` +
        because(reason)
      : `Withdrawal ${short(withdrawal)} came back: ${amount(of, 'usdt')}${because(reason)}`,
  Requested: ({ request }) =>
    (some(inside(request)['refund'])
      ? `Coupons of order ${text(inside(inside(request)['refund'])['order_no'])} refunded, of `
      : 'Requested by ') +
    ` ${short(terms(request)['player'])}: ${amount(terms(request)['amount'], 'usdt')}, ` +
    `fee ${amount(terms(request)['fee'], 'usdt')}, to ${short(terms(request)['address'])}`,
  ReviewStarted: ({ staff }) => `${text(staff)} began the review`,
  RiskFlagged: ({ by, reason }) => `Flagged by ${text(by)}${because(reason)}`,
  ApprovalGiven: ({ staff }) => `${text(staff)} gave the first of two approvals`,
  // The rules and whoever agrees to a proposal are named; of a withdrawal everybody is who said yes.
  Approved: ({ by, reason }) =>
    `Approved by ${text(by) === 'auto' ? 'the rules' : text(by) || people(inside(by)['staff'])}${because(reason)}`,
  Rejected: ({ by, reason }) => `Rejected by ${text(by)}${because(reason)}`,
  Sent: ({ slot }) =>
    `Payment ordered from wallet ${text(inside(slot)['wallet'])}, query ` +
    `${text(inside(slot)['query_id'])}, valid until ${date(inside(slot)['valid_until'])}`,
  Broadcast: ({ tx }) => `Sent to the chain: ${short(tx)}`,
  ReceiptMismatched: ({ receipt }) =>
    `The chain paid something else: ${amount(inside(receipt)['amount'], 'usdt')} to ` +
    short(inside(receipt)['address']),
  MismatchCleared: ({ proposer, approver, reason }) =>
    `Mismatch cleared by ${text(proposer)} and ${text(approver)}${because(reason)}`,
  Confirmed: ({ receipt }) =>
    `Confirmed by ${text(inside(receipt)['nodes'])} node${plural(inside(receipt)['nodes'])}: ` +
    `${amount(inside(receipt)['amount'], 'usdt')}, transaction ${short(inside(receipt)['tx'])}`,
  SlotClosed: ({ proof }) => `Payment slot closed without a payment (${word(inside(proof)['cause'])})`,
  Failed: ({ reason, proof }) =>
    `Failed${because(reason)}${proof ? `, proven (${word(inside(proof)['cause'])})` : ''}`,
  ReserveFunded: ({ amount: of, proposer, approver, reason, payment }) =>
    `Reserve funded with ${amount(of, 'usdt')} by ${text(proposer)} and ${text(approver)}${because(reason)}` +
    (payment ? `, out of the payment ${short(inside(payment)['tx'])}` : ''),
  StakesClosed: ({ above, short: checks }) =>
    `Stakes above ${text(above)} coins closed: ` +
    Object.values(checks as Record<string, Record<string, unknown>>)
      .map(
        (one) =>
          `${word(one['check'])} has ${amount(one['has'], 'usdt')} and owes ${amount(one['owes'], 'usdt')}`,
      )
      .join('; '),
  StakesOpened: ({ by, reason }) => `Large stakes opened again by ${text(by)}${because(reason)}`,
  UnmatchedReceived: ({ payment, amount: of }) =>
    `${amount(of, 'usdt')} came and nobody owns it so far: payment ${short(inside(payment)['tx'])}`,
  ReturnOpened: ({ terms, payment, proposer, approver, reason }) =>
    `${amount(inside(terms)['amount'], 'usdt')} goes back to its sender ${short(inside(terms)['address'])}, ` +
    `payment ${short(inside(payment)['tx'])}, by ${text(proposer)} and ${text(approver)}${because(reason)}`,
  PaymentReturned: ({ payment, amount: of }) =>
    `${amount(of, 'usdt')} is back with its sender: payment ${short(inside(payment)['tx'])}`,
  PromoBudgetFunded: ({ amount: of, proposer, approver, reason }) =>
    `Promotion budget funded with ${amount(of, 'usdt')} by ${text(proposer)} and ${text(approver)}${because(reason)}`,
  PromoAllotted: ({ purpose, amount: of }) =>
    `${amount(of, 'usdt')} of the promotion budget set aside for a ${word(purpose)}`,
  PromoReturned: ({ source, amount: of }) =>
    `${some(of) ? amount(of, 'usdt') : 'Nothing'} came back to the promotion budget from a ${word(source)}`,
} satisfies Sentences
