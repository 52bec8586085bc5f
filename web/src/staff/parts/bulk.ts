// Many decisions with one reason, one command after the other: each has its own request id, its own signature and its
// own answer, so limits and second persons count for each as if it were decided alone.
import { codes, codeOf, isApiError, unsettledCodes } from '../../shared/envelope.ts'
import type { Outcome } from './ActionDialog.tsx'

/** What became of one; `not` was never sent. */
export type Result =
  { is: 'done'; note: string | null } | { is: 'refused'; error: unknown } | { is: 'not'; why: string }

/** One of many. `not` says why it cannot be decided with the others. */
export type Item = {
  key: string
  not?: string | null
  act: (reason: string) => Promise<Outcome>
  /** What is to be known of a decision that was taken, such as that a second person has to agree. */
  noteOf?: (data: unknown) => string | null
}

/** The act takes a signature, and the member has no key that makes one: the others would not pass either. */
const keyMissing = 9007

/**
 * Whether the others are not tried: the session, the network or the key is missing, or the person gave no signature.
 * What was sent without an answer keeps its request id, so that it is sent again as the same act.
 */
export function halts(error: unknown): boolean {
  if (!isApiError(error) || error.kind === 'network') return true
  return codeOf(error) === codes.token || codeOf(error) === keyMissing || unsettledCodes.includes(error.code)
}

/** Decides those that have no result, in their order; what halts is returned, and the rest has no result. */
export async function decideAll(
  items: readonly Item[],
  reason: string,
  results: ReadonlyMap<string, Result>,
  report: (key: string, result: Result) => void,
  isLeft: () => boolean,
): Promise<unknown> {
  for (const { key, not = null, act, noteOf = () => null } of items) {
    if (results.has(key)) continue
    if (not !== null) {
      report(key, { is: 'not', why: not })
      continue
    }
    if (isLeft()) return null
    // One after the other: each is asked of the device, and the first that halts ends it.
    // oxlint-disable-next-line no-await-in-loop
    const { data, error } = await act(reason)
    if (error && halts(error)) return error
    report(key, error ? { is: 'refused', error } : { is: 'done', note: noteOf(data) })
  }
  return null
}
