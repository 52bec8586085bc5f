// What a withdrawal will cost, and what is wrong with an amount before it is sent. A preview: the server
// decides, by the same rules (domain §3.12). All in micro-USDT.
import type { WithdrawChannel } from '../../api/endpoints.gen.ts'
import { decimals, fromMinor, toMinor } from '../../shared/money.ts'

const places = decimals.usdt
const rateScale = 1_000_000n
/** Amounts go in steps of a cent (domain §3.12). */
const step = 10_000n

/** Fee and what arrives; null for text that is no amount. */
export type Terms = { fee: string; net: string }

/** A code of the catalogue that the server would refuse this amount with. */
export type AmountFault = '2004' | '2006' | '6002' | '6005'

/** The fee is a share, rounded up, but never below its minimum. */
export function termsOf(amount: string, channel: WithdrawChannel): Terms | null {
  const minor = toMinor(amount, places)
  const rate = toMinor(channel.fee_rate, 6)
  const least = toMinor(channel.fee_min, places)
  if (minor === null || rate === null || least === null) return null
  const share = (minor * rate + rateScale - 1n) / rateScale
  const fee = share > least ? share : least
  const net = minor > fee ? minor - fee : 0n
  return { fee: fromMinor(fee, places), net: fromMinor(net, places) }
}

/** The first thing that is wrong, in the server's order; null when nothing is. */
export function faultOf(
  amount: string,
  channel: WithdrawChannel,
  limitLeft: string,
  balance: string,
): AmountFault | null {
  const minor = toMinor(amount, places)
  if (minor === null) return '2006'
  const least = toMinor(channel.min, places) ?? 0n
  if (minor < least || termsOf(amount, channel)?.net === fromMinor(0n, places)) return '6005'
  if (minor % step !== 0n) return '2006'
  if (minor > (toMinor(limitLeft, places) ?? 0n)) return '6002'
  if (minor > (toMinor(balance, places) ?? 0n)) return '2004'
  return null
}

/** A part in percent of what may be withdrawn now, cut to whole cents: "12.34". */
export function partOf(percent: 25 | 50 | 100, limitLeft: string, balance: string): string {
  const left = toMinor(limitLeft, places) ?? 0n
  const available = toMinor(balance, places) ?? 0n
  const part = ((left < available ? left : available) * BigInt(percent)) / 100n
  return fromMinor(part / step, 2)
}
