// A list and, beside it, what is open of it. The list keeps its place while decisions are made.
import type { ReactNode } from 'react'
import css from './split.module.css'

/** `aside` is the open thing; without one the list has all the room. `wide` gives most of it to what is open. */
export function Split({
  list,
  aside,
  wide = false,
}: {
  list: ReactNode
  aside: ReactNode | null
  wide?: boolean
}) {
  return (
    <div className={css.split} data-open={aside === null ? undefined : wide ? 'wide' : 'half'}>
      <div className={css.column}>{list}</div>
      {aside !== null && <div className={css.aside}>{aside}</div>}
    </div>
  )
}
