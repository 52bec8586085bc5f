// Sentences about playing: dives, check-ins, tasks, VIP, friends, packets.
import {
  amount,
  date,
  inside,
  length,
  short,
  some,
  text,
  word,
  type Sentences,
} from '../../../words/fields.ts'
import { amounts, because, both, ofCase, plural } from './pieces.ts'

const coins = { paid: 'paid coins', promo: 'promo coins' } as Record<string, string>
const catches: Record<string, string> = {
  fish: 'caught',
  mine: 'hit a mine',
  empty: 'caught nothing',
  chest: 'opened a chest',
}

/** A day, a week by its Monday, or a season by its days. */
function daysOf(period: Parameters<typeof inside>[0]): string {
  const [days] = Object.values(inside(period))
  const { first, last } = inside(days)
  return some(first) ? `${text(first)} to ${text(last)}` : text(days)
}

export const gameSentences = {
  SeedRotated: ({ client_seed }) =>
    some(client_seed)
      ? `Old server seed revealed; the next casts use client seed “${text(client_seed)}”`
      : 'Old server seed revealed; the player’s device draws the client seed with the next dive',
  DiveStarted: ({ dive, stake, fund, start_level, diamonds }) =>
    `Dive ${short(dive)} started at depth ${text(start_level)}, ${amount(stake, 'coin')} a cast from ` +
    (coins[text(fund)] ?? text(fund)) +
    (some(diamonds) ? `, ${amount(diamonds, 'diamond')} for the deep start` : ''),
  CastResolved: ({ level, kind, id, value, bonus, destroyed, shield }) => {
    const lost =
      length(destroyed) > 0 ? `, ${length(destroyed)} catch${length(destroyed) === 1 ? '' : 'es'} lost` : ''
    const won = some(value) ? `, worth ${amount(value, 'gusd')}` : ''
    return (
      `Cast at depth ${text(level)}: ${catches[text(kind)] ?? word(kind)}` +
      `${text(id) ? ` ${word(id)}` : ''}${won}` +
      (some(bonus) ? `, danger bonus ${amount(bonus, 'gusd')}` : '') +
      `${shield === true ? ', shield used' : ''}${lost}`
    )
  },
  DiveClosed: ({ dive, reason, casts, staked, payout, chest_usdt, capped }) =>
    `Dive ${short(dive)} ended (${word(reason)}) after ${text(casts)} cast${plural(casts)}: staked ` +
    `${amount(staked, 'coin')}, paid out ${amount(payout, 'gusd')}` +
    (some(chest_usdt) ? ` and ${amount(chest_usdt, 'usdt')} from a chest` : '') +
    (capped === true ? ' (capped)' : ''),
  DiveVoided: ({ dive, refund, returned, case_id, proposer, approver }) =>
    `Dive ${short(dive)} voided in case ${text(case_id)}: ${amounts({ coin: refund, diamond: returned })} ` +
    `returned; proposed by ${text(proposer)}, approved by ${text(approver)}`,
  FreeCoinClaimed: ({ day, amount: coin }) => `Claimed ${amount(coin, 'coin')} free for ${text(day)}`,
  SignedIn: ({ day, streak, coins: coin, diamonds }) =>
    `Checked in for ${text(day)}, day ${text(streak)} in a row: ${amounts({ coin, diamond: diamonds })}`,
  InviteQualified: ({ inviter, diamonds }) =>
    `Became a valid invite of ${short(inviter)}, who is owed ${amount(diamonds, 'diamond')}`,
  InviteValidated: ({ friend }) => `Invited friend ${short(friend)} became valid`,
  InviteRefused: ({ inviter, cluster, by }) =>
    `Does not count as an invite of ${short(inviter)}: same ${text(cluster)}, said ${text(by)}`,
  RebatesStopped: ({ inviter, shared, cluster, by }) =>
    `Brings ${short(inviter)} no more rebates: same ${word(shared)} (${text(cluster)}), said ${text(by)}`,
  FriendTied: ({ friend, shared }) =>
    `Friend ${short(friend)} brings no more rebates: same ${word(shared)} as this account`,
  TeamRecordReceived: ({ record, diamonds, usdt, rest }) =>
    `Received a ${word(inside(record)['kind'])} share of ${text(inside(record)['day'])}: ` +
    amounts({ diamond: diamonds, usdt }) +
    (some(rest) ? `; ${amount(rest, 'usdt')} left for later` : ''),
  TeamRecordExpired: ({ record }) =>
    `A ${word(inside(record)['kind'])} share of ${text(inside(record)['day'])} expired: ` +
    amounts({ diamond: inside(record)['diamonds'], usdt: inside(record)['usdt'] }),
  TeamRecordCancelled: ({ record, staff, reason, proposer, case_id }) =>
    `A ${word(inside(record)['kind'])} share of ${text(inside(record)['day'])} was cancelled by ` +
    `${both(proposer, staff)}${ofCase(case_id)}${because(reason)}`,
  TaskVisited: ({ task_id }) => `Opened task ${text(task_id)}`,
  TaskVerified: ({ task_id, progress, target }) =>
    `Task ${text(task_id)} done: ${text(progress)} of ${text(target)}`,
  WalletProved: ({ account }) => `Showed the wallet ${text(account)} to be the own one`,
  TaskReceived: ({ task_id, reward }) => `Received the reward of task ${text(task_id)}: ${amounts(reward)}`,
  VipActivated: ({ vip_id, price, asset, days, to }) =>
    `VIP ${text(vip_id)} for ${text(days)} day${plural(days)}, paid ${amount(price, text(asset))}, until ${date(to)}`,
  VipClaimed: ({ vip_id, day, coins: coin, diamonds }) =>
    `Claimed the VIP ${text(vip_id)} gift of ${text(day)}: ${amounts({ coin, diamond: diamonds })}`,
  VipExpired: ({ vip_id }) => `VIP ${text(vip_id)} expired`,
  RedPacketCredited: ({ packet, slot, prize }) =>
    `Share ${Number(slot) + 1} of red packet ${short(packet)}: ${amounts(prize)}`,
  PacketCreated: ({ terms }) =>
    `Red packet ${short(inside(terms)['packet'])} created by ${text(inside(terms)['by'])}: ` +
    `${amounts(inside(terms)['total'])} in ${text(inside(terms)['shares'])} share` +
    `${plural(inside(terms)['shares'])} (${word(inside(terms)['kind'])})`,
  ShareClaimed: ({ slot, player, prize, left }) =>
    `${short(player)} took share ${Number(slot) + 1}: ${amounts(prize)}; ${text(left)} left`,
  PacketRevealed: ({ seed }) => `The seed ${short(seed)} that drew the shares was shown`,
  PacketEnded: ({ reason, refund }) => `Red packet ended (${word(reason)}); ${amounts(refund)} came back`,
  RankClosed: ({ board, period, top }) =>
    `Board ${text(board)} of ${daysOf(period)} closed with ${length(top)} place${plural(length(top))}`,
  RankCorrected: ({ player, by, reason, proposer, case_id }) =>
    `${short(player)} taken off the board by ${both(proposer, by)}${ofCase(case_id)}${because(reason)}`,
} satisfies Sentences
