// Ids and hashes: short enough to read, whole on hover, copied by one press.
import { useState, type ReactNode } from 'react'
import { t } from '../texts/index.ts'
import { Go } from './Go.tsx'
import { Icon } from './Icon.tsx'
import css from './ui.module.css'

/** Longer ids are shown by their two ends. */
const wholeMax = 14
const shownMs = 1_200

type Props = {
  value: string
  /** Where the id leads. */
  to?: string | undefined
  /** All of it, where there is room. */
  whole?: boolean
  /** A word instead of the id, such as a player's code. */
  children?: ReactNode
}

/** An id with its copy button. */
export function Id({ value, to, whole = false, children }: Props) {
  const isShort = children === undefined && !whole && value.length > wholeMax
  const text = children ?? (isShort ? `${value.slice(0, 8)}…${value.slice(-4)}` : value)
  return (
    <span
      className={css.id}
      data-whole={whole || undefined}
      data-id={value}
      data-short={isShort || undefined}
    >
      {to ? (
        <Go to={to} title={value}>
          {text}
        </Go>
      ) : (
        <span title={value}>{text}</span>
      )}
      <Copy value={value} />
    </span>
  )
}

/** A button that puts a text on the clipboard and says whether it worked. */
export function Copy({ value }: { value: string }) {
  const [done, setDone] = useState<boolean | null>(null)
  const copy = async () => {
    setDone(
      await navigator.clipboard.writeText(value).then(
        () => true,
        () => false,
      ),
    )
    setTimeout(() => setDone(null), shownMs)
  }
  return (
    <button
      type="button"
      className={css.copy}
      aria-label={t.copy(value)}
      title={done === false ? t.copyFailed : t.copyHint}
      data-done={done ?? undefined}
      onClick={(event) => {
        event.stopPropagation()
        void copy()
      }}
    >
      <Icon name={done === null ? 'copy' : done ? 'check' : 'cross'} />
    </button>
  )
}
