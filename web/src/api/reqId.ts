// Request ids of calls that change something. An id belongs to (path, body) until the server has
// answered: a double tap, an automatic retry and a reload of the page all repeat the same id, and the server
// gives its stored answer. Kept in the session storage, because a reload must find it;
// platform/launch.ts empties it for another user.
import { tabStorage } from '../shared/tabStorage.ts'
import { uuid7 } from '../shared/uuid7.ts'
import { reqIdPaths } from './calls.gen.ts'

type Body = Readonly<Record<string, unknown>>
/**
 * What is known of the tries of a call. `proof` is what went with the first one, as far as this page knows; `beforeMs`
 * is the time of the try before the last one.
 */
type Tried = { id: string; isProved: boolean; proof?: unknown; lastMs: number; beforeMs: number }

const prefix = 'req '
/**
 * A command whose last try is so long ago is no longer what the player wants now; what became of it is in the history.
 * The same command later is another wish: under the old id it would be answered with the old answer and not be done.
 */
const wantedMs = 10 * 60_000
/**
 * The owner's proof. It is no part of what is asked for: a second tap may have one where the first had none. It is
 * never stored; beside the id stands only that there was one.
 */
const proofField = 'bio_token'
/** What is stored: the id, whether there was a proof, and the time of the last try. */
const storedForm = /^(\S+)( proved)?( \d+)?$/
const memory = new Map<string, Tried>()

/** Bodies with personal data: their ids live as long as the page, for the storage of a phone is no place for those. */
const personal: ReadonlySet<string> = new Set(['/api/v1/kyc/edit'])

/** Calls whose answer proves that an earlier unanswered one is settled, so that its id must not be repeated. */
const settles: Readonly<Record<string, readonly string[]>> = {
  '/api/v1/fishing/cast': ['/api/v1/fishing/dive_start'],
  '/api/v1/fishing/surface': ['/api/v1/fishing/dive_start', '/api/v1/fishing/cast'],
  // What is set replaces what was set before: the answer to an earlier one no longer says how things stand.
  '/api/v1/limits/set': ['/api/v1/limits/set'],
  '/api/v1/messages/set': ['/api/v1/messages/set'],
  '/api/v1/withdraw/set_address': ['/api/v1/withdraw/set_address'],
}

function keyOf(path: string, { [proofField]: _proof, ...asked }: Body): string {
  const fields = Object.keys(asked)
    .sort()
    .map((field) => [field, asked[field]])
  return `${prefix}${path} ${JSON.stringify(fields)}`
}

/**
 * The body as it is sent: with the id of this call, new or still waiting for an answer, when the call takes one. A
 * repetition has the proof of the first try, or none like it: the server refuses another body under the same id.
 */
export function withReqId(path: string, body: Body): Body {
  if (!reqIdPaths.has(path)) return body
  const key = keyOf(path, body)
  const { [proofField]: given, ...asked } = body
  const nowMs = Date.now()
  const { id, isProved, proof, lastMs } = triedLately(key) ?? {
    id: uuid7(nowMs),
    isProved: given !== undefined,
    lastMs: nowMs,
  }
  // After a reload the proof is not known here; the messenger gives the owner the same one again.
  const sent = isProved ? (proof ?? given) : undefined
  remember(path, key, { id, isProved, proof: sent, lastMs: nowMs, beforeMs: Math.min(lastMs, nowMs) })
  return { ...asked, ...(sent === undefined ? {} : { [proofField]: sent }), req_id: id }
}

/**
 * Sets the time of the last try back to that of the one before. For a try that was refused as another body under a used
 * id: if it counted, a player who keeps trying would never get a new id.
 */
export function discountTry(path: string, body: Body): void {
  const key = keyOf(path, body)
  const tried = memory.get(key)
  if (tried !== undefined) remember(path, key, { ...tried, lastMs: tried.beforeMs })
}

/** Marks the call as answered: the next call with the same body is a new intention. */
export function releaseReqId(path: string, body: Body): void {
  drop(
    (key) =>
      key === keyOf(path, body) ||
      (settles[path] ?? []).some((settled) => key.startsWith(`${prefix}${settled} `)),
  )
}

/** Whether a command that was last tried at this time is still wanted; it is after the clock was set back. */
export const isWanted = (lastMs: number): boolean => Date.now() - lastMs <= wantedMs

/** A call that was sent and whose answer nobody has seen; one that is proved can be sent again by its owner only. */
export type Unanswered = {
  id: string
  path: string
  body: Record<string, unknown>
  /** Time of the last try. */
  lastMs: number
  isProved: boolean
}

/** Calls that an earlier life of this page left without an answer, oldest first. */
export function unansweredCalls(): Unanswered[] {
  try {
    return tabStorage
      .keys()
      .flatMap((key) => parsed(key, stored(key)))
      .sort((one, other) => one.lastMs - other.lastMs)
  } catch {
    // What is stored may be rubbish.
    return []
  }
}

function parsed(key: string, tried: Tried | null): Unanswered[] {
  const [, path, fields] = /^req (\/\S+) (\[.*\])$/.exec(key) ?? []
  if (path === undefined || fields === undefined || tried === null) return []
  return [
    {
      id: tried.id,
      path,
      body: Object.fromEntries(JSON.parse(fields) as [string, unknown][]),
      lastMs: tried.lastMs,
      isProved: tried.isProved,
    },
  ]
}

function triedLately(key: string): Tried | null {
  const tried = memory.get(key) ?? stored(key)
  return tried !== null && isWanted(tried.lastMs) ? tried : null
}

function stored(key: string): Tried | null {
  const [, id, proved, last] = storedForm.exec(tabStorage.get(key) ?? '') ?? []
  if (id === undefined) return null
  // An earlier release stored no time. A UUIDv7 begins with its own, which is that of the first try.
  const lastMs = Number(last ?? `0x${id.replace('-', '').slice(0, 12)}`)
  return { id, isProved: proved !== undefined, lastMs, beforeMs: lastMs }
}

/** Some WebViews refuse storage; then the id lives as long as the page. */
function remember(path: string, key: string, tried: Tried): void {
  memory.set(key, tried)
  if (personal.has(path)) return
  if (!tabStorage.set(key, `${tried.id}${tried.isProved ? ' proved' : ''} ${tried.lastMs}`))
    console.warn('Session storage is not available: request ids do not survive a reload')
}

function drop(matches: (key: string) => boolean): void {
  for (const key of memory.keys()) if (matches(key)) memory.delete(key)
  for (const key of tabStorage.keys()) if (matches(key)) tabStorage.remove(key)
}
