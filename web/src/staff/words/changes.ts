// Where two JSON documents differ.

/** A place, written like game.paytable.bands[0].chest (nothing for all of it), and what stands there. */
export type Change = { path: string; kind: 'added' | 'removed' | 'changed'; before: unknown; after: unknown }

/** A difference as the server writes it: both sides as JSON. */
type Written = { path: string; before?: string | null; after?: string | null }

/** A difference that the server found. */
export function writtenChange({ path, before = null, after = null }: Written): Change {
  const side = (text: string | null): unknown => (text === null ? undefined : JSON.parse(text))
  return {
    path,
    kind: before === null ? 'added' : after === null ? 'removed' : 'changed',
    before: side(before),
    after: side(after),
  }
}

/** Leaves that differ, in the order of the documents. Lists are compared place by place. */
export function changesOf(before: unknown, after: unknown, path = ''): Change[] {
  if (Object.is(before, after)) return []
  if (isBranch(before) && isBranch(after) && Array.isArray(before) === Array.isArray(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return keys.flatMap((key) =>
      changesOf(
        before[key],
        after[key],
        Array.isArray(after) ? `${path}[${key}]` : path ? `${path}.${key}` : key,
      ),
    )
  }
  const kind = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed'
  return [{ path, kind, before, after }]
}

function isBranch(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
