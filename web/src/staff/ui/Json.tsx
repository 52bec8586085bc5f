// JSON as it was recorded: every level opens and closes, keys keep their order.
import { Copy } from './Id.tsx'
import css from './json.module.css'

/** A document with a button that copies all of it. */
export function Json({ value, label, text }: { value: unknown; label: string; text?: string }) {
  return (
    // A long document scrolls by keys too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={css.json} data-recorded role="region" aria-label={label} tabIndex={0}>
      <span className={css.copyAll}>
        <Copy value={text ?? JSON.stringify(value, null, 2)} />
      </span>
      <Node value={value} depth={0} />
    </div>
  )
}

/** Deeper levels begin closed. */
const openDepth = 3

function Node({ name, value, depth }: { name?: string; value: unknown; depth: number }) {
  const key = name === undefined ? null : <span className={css.key}>{name}: </span>
  if (value === null || typeof value !== 'object')
    return (
      <div className={css.leaf}>
        {key}
        <span data-type={value === null ? 'null' : typeof value}>{JSON.stringify(value)}</span>
      </div>
    )
  const entries = Object.entries(value)
  const list = Array.isArray(value)
  if (entries.length === 0)
    return (
      <div className={css.leaf}>
        {key}
        {list ? '[]' : '{}'}
      </div>
    )
  return (
    <details open={depth < openDepth} className={css.node}>
      <summary>
        {key}
        <span className={css.size}>{list ? `[${entries.length}]` : `{${entries.length}}`}</span>
      </summary>
      {entries.map(([inner, item]) => (
        <Node key={inner} name={inner} value={item} depth={depth + 1} />
      ))}
    </details>
  )
}
