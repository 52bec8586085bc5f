// What a tier means for this player, in words and sums. Pure; amounts stay exact.
import type { VipInfoData, Vip } from '../../api/endpoints.gen.ts'
import { fromMinor, toMinor } from '../../shared/money.ts'

/** What buying days of a tier does (domain §3.4). */
export type Effect = 'starts' | 'longer' | 'pauses' | 'waits'

/** The same tier adds days, a higher one starts at once and pauses the lower, a lower one waits. */
export function effectOf(tier: Vip, info: VipInfoData): Effect {
  if (info.current === 0) return 'starts'
  if (tier.vip_id === info.current) return 'longer'
  return tier.vip_id > info.current ? 'pauses' : 'waits'
}

/** Where the player stands with a tier. */
export type Standing = 'active' | 'waiting' | 'none'

/** `waiting` days were paid for and go on when the tier above them ends. */
export function standingOf(tier: Vip): Standing {
  if (tier.active) return 'active'
  return tier.expires_at === null ? 'none' : 'waiting'
}

/** Coins of all claims of the tier's days. */
export function coinsMax(tier: Vip): number {
  return tier.coins * tier.daily_count * tier.days
}

/** What those coins are worth in USDT: 10,000 coins are one (domain §1). */
export function worthOf(coins: number): string {
  return fromMinor(BigInt(coins) * 100n, 6)
}

/** A rate such as "0.015" as a percentage without needless zeros: "1.5". */
export function percentOf(rate: string): string {
  const minor = toMinor(rate, 8)
  return minor === null ? rate : fromMinor(minor, 6).replace(/\.?0+$/, '')
}

/** Why the claim is closed, or that it is open. */
export type ClaimState = 'open' | 'used' | 'pause' | 'floor'

/** `nowMs` is the server's time. The pause counts before the floor, as the server checks it. */
export function claimOf(tier: Vip, nowMs: number): ClaimState {
  if (tier.can_receive) return 'open'
  if (tier.claimed_today >= tier.daily_count) return 'used'
  return tier.next_claim_at !== null && tier.next_claim_at > nowMs ? 'pause' : 'floor'
}
