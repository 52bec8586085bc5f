// Where two JSON documents differ.

/** A place, written like game.paytable.bands[0].chest, and what stands there. */
export type Change = { path: string; kind: 'added' | 'removed' | 'changed'; before: unknown; after: unknown }

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
  return [{ path: path || '(all)', kind, before, after }]
}

function isBranch(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
