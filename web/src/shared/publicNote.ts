// Signed files that anybody reads: fetched without a session, and what a check of one comes to when it cannot be made.
import { abortAfter } from './abortAfter.ts'
import { isApiError, type ApiError } from './envelope.ts'

/** A check that could not be made says nothing about the house: no connection, or a browser that cannot make it. */
export type Unmade = { ok: null; error: ApiError | null }

const fetchMaxMs = 15_000

/** The server gave no answer, or one that is no file. */
class Offline extends Error {}

/** The file as anybody reads it; null when there is none. */
export async function publicNote(path: string): Promise<string | null> {
  const options: RequestInit = { credentials: 'omit', signal: abortAfter(fetchMaxMs) }
  const answer = await fetch(path, options).catch((fault: unknown) => {
    throw fault instanceof DOMException ? fault : new Offline(String(fault))
  })
  if (answer.status === 404) return null
  if (!answer.ok) throw new Offline(String(answer.status))
  return answer.text()
}

/** Why a check was not made. */
export function unmade(fault: unknown): Unmade {
  if (isApiError(fault)) return { ok: null, error: fault }
  const timeout = fault instanceof DOMException && fault.name === 'TimeoutError'
  const isNetwork = timeout || fault instanceof Offline
  return { ok: null, error: isNetwork ? { kind: 'network', timeout } : null }
}
