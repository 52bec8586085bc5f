/** What the game does when the server refuses a command (domain §3.16). Pure: the screen carries it out. */
import { codeOf, isApiError } from '../../shared/envelope.ts'
import type { Dive } from '../../api/endpoints.gen.ts'

/** The way on after a refusal. */
export type Remedy =
  /** Take the dive of the answer as the present one, without a word. */
  | { readonly do: 'adopt'; readonly dive: Dive }
  /** Ask the server how things stand. `quiet` when the player need not know. */
  | { readonly do: 'refresh'; readonly quiet: boolean }
  /** Offer a way to coins or diamonds. */
  | { readonly do: 'offer'; readonly what: 'coins' | 'diamonds' }
  /** A limit that the player or the law set: explain at length. */
  | { readonly do: 'explain' }
  /** The stake is closed for now. */
  | { readonly do: 'closeStake' }
  /** The cast came too early: wait this long. */
  | { readonly do: 'wait'; readonly ms: number }
  /** Only say it. */
  | { readonly do: 'say' }

/** Pause after "too fast" when the answer names none: the time between two casts (domain §2.1). */
const pauseMs = 2_500

/** The remedy for what a command's answer gave as its error. */
export function remedyOf(error: unknown): Remedy {
  const data: unknown = isApiError(error) && error.kind === 'server' ? error.data : null
  switch (codeOf(error)) {
    case 2001:
      return { do: 'offer', what: 'coins' }
    case 2002:
      return { do: 'offer', what: 'diamonds' }
    case 3004: {
      const dive = diveIn(data)
      return dive === null ? { do: 'refresh', quiet: true } : { do: 'adopt', dive }
    }
    case 3006:
      return { do: 'wait', ms: pauseIn(data) }
    case 3002:
      return { do: 'refresh', quiet: true }
    case 3001:
    case 3005:
    case 3012:
      return { do: 'refresh', quiet: false }
    case 3003:
    case 3011:
      return { do: 'closeStake' }
    case 3009:
    case 3010:
    case -1009:
      return { do: 'explain' }
    default:
      return { do: 'say' }
  }
}

function diveIn(data: unknown): Dive | null {
  const found = (data as { dive?: unknown } | null)?.dive ?? data
  return typeof found === 'object' && found !== null && 'dive_id' in found && 'seq' in found
    ? (found as Dive)
    : null
}

function pauseIn(data: unknown): number {
  const pause = (data as { retry_after_ms?: unknown } | null)?.retry_after_ms
  return typeof pause === 'number' && pause > 0 && pause < 60_000 ? pause : pauseMs
}
