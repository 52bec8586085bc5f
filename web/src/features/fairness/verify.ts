// A whole dive checked: commit, table, then every cast in order, following how many fish hang on the line.
import type { Cast } from '../../api/endpoints.gen.ts'
import type { DeviceFindings } from '../../state/deviceValue.ts'
import { draw, sha256, type Drawn } from './draw.ts'
import { canonical, type Paytable } from './paytable.ts'

/** Everything that a check needs; nothing else is consulted. */
export type Evidence = {
  serverSeed: string
  clientSeed: string
  commit: string
  casts: readonly VerifiableCast[]
  paytable: Paytable
  /** The fingerprint that the dive was started with; empty when unknown. */
  tableHash: string
  /** What this device stored before the dive; null when it knows nothing of it, absent when nobody says which dive. */
  device?: DeviceFindings | null
}

/** The parts of a cast that the draw decides. */
export type VerifiableCast = Pick<
  Cast,
  'level' | 'nonce' | 't' | 'kind' | 'id' | 'x10' | 'destroyed' | 'shield'
>

/** One line of the verdict: what was recorded, what comes out. */
export type CastVerdict = { cast: VerifiableCast; drawn: Drawn; match: boolean }
/** The whole verdict. */
export type Verdict = {
  commitOk: boolean
  tableOk: boolean | null
  /** The name of the paytable that the draws were recomputed with. */
  table: string
  device: DeviceFindings | null | undefined
  casts: CastVerdict[]
}

/** Bottom is level 37: no dive is longer. */
const castsMax = 37

/**
 * Recomputes a dive. What this device stored goes before what the server says now: the seed must answer to the
 * commitment that was shown before the device drew its value. Throws on a level outside the table.
 */
export async function verify(evidence: Evidence): Promise<Verdict> {
  const { serverSeed, clientSeed, paytable, tableHash, device } = evidence
  const verdicts: CastVerdict[] = []
  let onLine = 0
  for (const [index, cast] of evidence.casts.slice(0, castsMax).entries()) {
    const drawn = await draw(paytable, { server: serverSeed, client: clientSeed }, cast, onLine)
    verdicts.push({ cast, drawn, match: follows(evidence.casts, index) && matches(cast, drawn) })
    onLine += (cast.kind === 'fish' ? 1 : 0) - cast.destroyed.length
  }
  return {
    commitOk: (await sha256(serverSeed)) === (device?.commit ?? evidence.commit).toLowerCase(),
    tableOk: tableHash ? (await sha256(canonical(paytable))) === tableHash : null,
    table: paytable.version,
    device,
    casts: verdicts,
  }
}

/** One level deeper and one nonce on than the cast before: a draw that was left out is a choice among draws. */
function follows(casts: readonly VerifiableCast[], index: number): boolean {
  const [before, cast] = [casts[index - 1], casts[index]]
  return before === undefined || (cast?.level === before.level + 1 && cast.nonce === before.nonce + 1)
}

function matches(cast: VerifiableCast, drawn: Drawn): boolean {
  return (
    cast.t === drawn.t &&
    cast.kind === drawn.kind &&
    (drawn.kind !== 'fish' || cast.id === drawn.id) &&
    cast.x10 === drawn.x10 &&
    cast.destroyed.join() === drawn.destroyed.join()
  )
}

/** Casts pasted as JSON: the list itself or an object with `casts`. Null when it is neither. */
export function parseCasts(text: string): VerifiableCast[] | null {
  try {
    const json: unknown = JSON.parse(text)
    const list = Array.isArray(json) ? json : (json as { casts?: unknown } | null)?.casts
    return Array.isArray(list) && list.length > 0 && list.every(isCast) ? list : null
  } catch {
    return null
  }
}

function isCast(value: unknown): value is VerifiableCast {
  const cast = value as Partial<VerifiableCast> | null
  return (
    Number.isInteger(cast?.level) &&
    Number.isInteger(cast?.nonce) &&
    Number.isInteger(cast?.t) &&
    typeof cast?.kind === 'string' &&
    Number.isInteger(cast.x10) &&
    Array.isArray(cast.destroyed)
  )
}
