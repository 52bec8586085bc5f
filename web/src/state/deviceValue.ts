/**
 * What this device holds the house to (domain §2.6). Before a value of its own is sent it stores what the server shows
 * of the seed pair: the two commitments, the client seed and the nonce. The value is part of every draw of the dive, so
 * a seed, a client seed or a nonce that was chosen after it was sent is another one than was stored.
 *
 * | when | then |
 * |---|---|
 * | the pair stands as it stood for an earlier value that began no dive | that value: refusing gains nothing |
 * | the pair moved: rotated, or cast with on another device | a new value |
 * | a dive began under the value, whatever was answered first | the value is spent, the dive is compared |
 *
 * Knows nothing of screens and calls.
 */
import type { Dive, FishingDiveDetailData, FishingSeedInfoData } from '../api/endpoints.gen.ts'
import { savedPins, savePins } from './storage.ts'

/** Where a seed pair stands, as the server showed it. */
export type Shown = Pick<FishingSeedInfoData, 'commit' | 'next_commit' | 'client_seed' | 'nonce'>
/** What decides a dive's draws. `nonce` is that of its first cast; null where nothing says it. */
export type DiveFacts = Pick<Dive, 'dive_id' | 'commit' | 'client_seed'> & { nonce: number | null }
/** What was shown, when (ms), the value that was drawn after it, and the dive that began under it. */
export type Pin = Shown & { at: number; value: string; dive: DiveFacts | null }

/** How a dive of this device compares with what was stored for it. */
export interface DeviceFindings {
  /** The commitment that its seed must answer to. */
  readonly commit: string
  /** `next`: the pair after the one in use, which had been shown as well, took over. `other`: not the promised seed. */
  readonly seed: 'inUse' | 'next' | 'other'
  /** Its client seed is the one shown with the value of this device behind it. */
  readonly valueOk: boolean
}

/** More dives than anybody checks later (ASSUMED). */
const pinsMax = 100

/** Where a device refuses storage, for as long as the page lives. */
const unsaved = new Map<string, Pin[]>()

/** The value for the next dive of an account, drawn after `shown` and stored with it; nothing is sent before that. */
export function valueFor(account: string, shown: Shown): string {
  const pins = pinsOf(account)
  const waiting = pins.find((pin) => pin.dive === null && samePlace(pin, shown))
  if (waiting !== undefined) return waiting.value
  const { commit, next_commit, client_seed, nonce } = shown
  const pin = { commit, next_commit, client_seed, nonce, at: Date.now(), value: freshSeed(), dive: null }
  store(account, [...pins, pin])
  return pin.value
}

/** 16 random bytes as hex: a client seed that nobody could know before. */
export function freshSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Compares a dive with what was stored for it, and spends the value that it began under: `sent` where the dive is the
 * answer to it, else any that its client seed holds. Null for a dive that this device knows nothing of.
 */
export function findingsOf(account: string, dive: DiveFacts, sent?: string): DeviceFindings | null {
  const pins = pinsOf(account)
  const known = pins.find((pin) => pin.dive?.dive_id === dive.dive_id)
  if (known !== undefined) return compare(known, dive)
  const pin = pins.find(
    ({ dive: before, value }) =>
      before === null && (sent === undefined ? dive.client_seed.endsWith(`.${value}`) : value === sent),
  )
  if (pin === undefined) return null
  const { dive_id, commit, client_seed, nonce } = dive
  const spent = { ...pin, dive: { dive_id, commit, client_seed, nonce } }
  store(
    account,
    pins.map((each) => (each === pin ? spent : each)),
  )
  return compare(spent, dive)
}

/** What decides the draws of an open dive. */
export function factsOf({ dive_id, commit, client_seed, nonce, casts }: Dive): DiveFacts {
  return { dive_id, commit, client_seed, nonce: nonce - casts }
}

/** The same of a dive of the history. */
export function factsOfPast({
  dive_id,
  commit,
  client_seed,
  casts,
}: FishingDiveDetailData & { dive_id: string }): DiveFacts {
  return { dive_id, commit, client_seed, nonce: casts[0]?.nonce ?? null }
}

/** Whether a dive is other than this device was promised. */
export function isBroken(findings: DeviceFindings | null): boolean {
  return findings !== null && (findings.seed === 'other' || !findings.valueOk)
}

/** Dives of an account that were not under the promised seed: the evidence, newest first. */
export function brokenPins(account: string): Pin[] {
  return pinsOf(account)
    .filter((pin) => pin.dive !== null && isBroken(compare(pin, pin.dive)))
    .reverse()
}

function compare(pin: Pin, dive: DiveFacts): DeviceFindings {
  const seed = changed(pin.dive, dive) ? 'other' : seedOf(pin, dive)
  // Where nobody chose a client seed (none was shown, or the pair was rotated since), it is the value of this device.
  const chosen = pin.client_seed === '' ? [] : [pin.client_seed]
  const clients = seed === 'inUse' && chosen.length > 0 ? chosen : [...chosen, pin.value]
  return {
    commit: seed === 'next' ? pin.next_commit : pin.commit,
    seed,
    valueOk: clients.some((client) => dive.client_seed === `${client}.${pin.value}`),
  }
}

/** A nonce that is not the next one would be a choice among draws, as another seed is. */
function seedOf(pin: Pin, { commit, nonce }: DiveFacts): DeviceFindings['seed'] {
  if (commit === pin.commit && (nonce ?? pin.nonce) === pin.nonce) return 'inUse'
  return commit === pin.next_commit && (nonce ?? 0) === 0 ? 'next' : 'other'
}

/** The server says something else of the same dive than it said when it began. */
function changed(first: DiveFacts | null, now: DiveFacts): boolean {
  return first !== null && (first.commit !== now.commit || first.nonce !== (now.nonce ?? first.nonce))
}

function samePlace(pin: Shown, shown: Shown): boolean {
  return pin.commit === shown.commit && pin.client_seed === shown.client_seed && pin.nonce === shown.nonce
}

function pinsOf(account: string): Pin[] {
  return unsaved.get(account) ?? savedPins(account).filter(isPin)
}

function store(account: string, pins: Pin[]): void {
  const kept = pins.slice(-pinsMax)
  if (savePins(account, kept)) unsaved.delete(account)
  else unsaved.set(account, kept)
}

/** Storage may hold rubbish. */
function isPin(saved: unknown): saved is Pin {
  const pin = saved as Partial<Pin> | null
  return (
    [pin?.commit, pin?.next_commit, pin?.client_seed, pin?.value].every((text) => typeof text === 'string') &&
    typeof pin?.nonce === 'number' &&
    typeof pin.dive === 'object' &&
    (pin.dive === null || typeof pin.dive.dive_id === 'string')
  )
}
