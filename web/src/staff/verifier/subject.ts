// What an approval has to be of (api §7.19): the text of it, made anew from what the page shows. The digest that the
// service names is only compared with this text's; a signature is looked at under this text alone.
import type { StaffProposal, StaffWithdrawal, WithdrawalsInfoData } from '../api/endpoints.gen.ts'
import { written } from '../api/written.ts'
import { decimals, fromMinor } from '../../shared/money.ts'

/** A withdrawal or a proposal as it is approved. */
export type Subject = {
  /** The call by which it is approved. */
  call: string
  id: string
  /** What the service says is its digest. */
  digest: string
  /** Texts whose SHA-256 is signed: of what stands here, then of the same in earlier reviews, the latest first. */
  texts: readonly string[]
  /** The same in the form of before, which named less; they count where the service names the first one's digest. */
  before?: readonly string[]
  /** Amounts that the page shows beside those of the text follow from them. */
  fits: boolean
}

/** Domain case T-51: withdrawal, player, review, amount, fee, address and comment; before, without the player. */
export function withdrawalSubject({ withdrawal, digest, steps }: WithdrawalsInfoData): Subject {
  const { withdrawal: id, player, amount, fee, net, address, comment = null } = withdrawal
  const usdt = (minor: string) => fromMinor(BigInt(minor), decimals.usdt)
  const paid = [usdt(amount), usdt(fee), address, comment]
  const latest = 1 + steps.filter(({ event }) => event === 'RiskFlagged').length
  const reviews = Array.from({ length: latest }, (_, back) => latest - back)
  return {
    call: 'withdrawals/approve',
    id,
    digest,
    texts: reviews.map((review) => written([id, player, review, paid])),
    before: reviews.map((review) => written([id, review, ...paid])),
    fits: isNet({ amount, fee, net }),
  }
}

const isNet = ({ amount, fee, net }: Pick<StaffWithdrawal, 'amount' | 'fee' | 'net'>) =>
  BigInt(amount) - BigInt(fee) === BigInt(net)

/** The proposal, its kind and the change, whole; of a version of the numbers what is not in its name. */
export function proposalSubject({ proposal, kind, what, digest, amount = null }: StaffProposal): Subject {
  const bound = kind === 'config' ? [what['body'], what['effective_ms'], what['replaces']] : what
  const delta = what['delta']
  return {
    call: 'proposals/approve',
    id: proposal,
    digest,
    texts: [written([proposal, kind, bound])],
    fits: typeof delta !== 'string' || amount === null || amount === delta,
  }
}
