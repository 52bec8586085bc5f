/**
 * What this device draws for a dive (domain §2.6): 16 random bytes that are part of every draw of the dive. The server
 * fixed its seed before, so it could not choose one that suits it.
 *
 * A start without an answer keeps its value: the next try must be the same call. Knows nothing of screens.
 */
import { codeOf, unsettledCodes } from '../shared/envelope.ts'
import { saveDiveValue, savedDiveValues } from './storage.ts'

/** Whether a dive draws under the value of this device; null when this device knows none for it. */
export type DeviceFinding = boolean | null

let waiting: string | null = null

/** The value for the next dive. */
export function deviceValue(): string {
  return (waiting ??= freshSeed())
}

/** 16 random bytes as hex: a client seed that nobody could know before. */
export function freshSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The start was refused: the value is used up once the server has an answer for it. */
export function refusedValue(error: unknown): void {
  const code = codeOf(error)
  if (code !== null && !unsettledCodes.includes(code)) waiting = null
}

/** Keeps the value of a dive that began; false when the server left it out of the dive's client seed. */
export function keepValue(dive: { dive_id: string; client_seed: string }): boolean {
  if (waiting === null) return true
  const value = waiting
  waiting = null
  saveDiveValue(dive.dive_id, value)
  return holds(dive.client_seed, value)
}

/** Whether a dive's client seed holds what this device drew for it. */
export function deviceFinding(diveId: string, clientSeed: string): DeviceFinding {
  const value = savedDiveValues()[diveId]
  return typeof value === 'string' ? holds(clientSeed, value) : null
}

function holds(clientSeed: string, value: string): boolean {
  return clientSeed.endsWith(`.${value}`)
}
