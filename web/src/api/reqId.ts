// Request ids of calls that change something. An id belongs to (path, body) until the server has
// answered: a double tap, an automatic retry and a reload of the page all repeat the same id, and the server
// gives its stored answer. Kept in the session storage, because a reload must find it;
// platform/launch.ts empties it for another user.
import { uuid7 } from '../shared/uuid7.ts'
import { reqIdPaths } from './calls.gen.ts'

const prefix = 'req '
const memory = new Map<string, string>()

/** Bodies with personal data: their ids live as long as the page, for the storage of a phone is no place for those. */
const personal: ReadonlySet<string> = new Set(['/api/v1/kyc/edit'])

/** Calls whose answer proves that an earlier unanswered one is settled, so that its id must not be repeated. */
const settles: Readonly<Record<string, readonly string[]>> = {
  '/api/v1/fishing/cast': ['/api/v1/fishing/dive_start'],
  '/api/v1/fishing/surface': ['/api/v1/fishing/dive_start', '/api/v1/fishing/cast'],
}

function keyOf(path: string, body: Readonly<Record<string, unknown>>): string {
  const fields = Object.keys(body)
    .toSorted()
    .map((field) => [field, body[field]])
  return `${prefix}${path} ${JSON.stringify(fields)}`
}

/** The id for this call, new or still waiting for an answer; null when the call takes none. */
export function takeReqId(path: string, body: Readonly<Record<string, unknown>>): string | null {
  if (!reqIdPaths.has(path)) return null
  const key = keyOf(path, body)
  const waiting = read(key)
  if (waiting) return waiting
  const id = uuid7()
  memory.set(key, id)
  if (!personal.has(path)) store(key, id)
  return id
}

/** Marks the call as answered: the next call with the same body is a new intention. */
export function releaseReqId(path: string, body: Readonly<Record<string, unknown>>): void {
  drop(
    (key) =>
      key === keyOf(path, body) ||
      (settles[path] ?? []).some((settled) => key.startsWith(`${prefix}${settled} `)),
  )
}

/** A call that was sent and whose answer nobody has seen. */
export type Unanswered = { path: string; body: Record<string, unknown>; sentMs: number }

/** Calls that an earlier life of this page left without an answer, oldest first. */
export function unansweredCalls(): Unanswered[] {
  try {
    return Object.keys(sessionStorage)
      .flatMap((key) => parsed(key, sessionStorage.getItem(key)))
      .toSorted((one, other) => one.sentMs - other.sentMs)
  } catch {
    return []
  }
}

function parsed(key: string, id: string | null): Unanswered[] {
  const [, path, fields] = /^req (\/\S+) (\[.*\])$/.exec(key) ?? []
  if (path === undefined || fields === undefined || id === null) return []
  // A UUIDv7 begins with its time.
  return [
    {
      path,
      body: Object.fromEntries(JSON.parse(fields) as [string, unknown][]),
      sentMs: Number.parseInt(id.replace('-', '').slice(0, 12), 16),
    },
  ]
}

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key) ?? memory.get(key) ?? null
  } catch {
    return memory.get(key) ?? null
  }
}

/** Some WebViews refuse storage; then the id lives as long as the page. */
function store(key: string, id: string): void {
  try {
    sessionStorage.setItem(key, id)
  } catch {
    console.warn('Session storage is not available: request ids do not survive a reload')
  }
}

function drop(matches: (key: string) => boolean): void {
  for (const key of memory.keys()) if (matches(key)) memory.delete(key)
  try {
    for (const key of Object.keys(sessionStorage)) if (matches(key)) sessionStorage.removeItem(key)
  } catch {
    // Nothing was stored where storage is refused.
  }
}
