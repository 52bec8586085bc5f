// Something that is on or off at once, without a button to save it.
import type { ReactNode } from 'react'
import css from './Switch.module.css'

type Props = {
  label: string
  hint?: string
  on: boolean
  onChange: (on: boolean) => void
  children?: ReactNode
}

/** The whole line is the target; `children` stand below it. */
export function Switch({ label, hint, on, onChange, children }: Props) {
  return (
    <div className={css.block}>
      <label className={css.line}>
        <span className={css.words}>
          {label}
          {hint && <small>{hint}</small>}
        </span>
        <input
          type="checkbox"
          role="switch"
          aria-checked={on}
          className={css.switch}
          checked={on}
          onChange={(event) => onChange(event.target.checked)}
        />
      </label>
      {children}
    </div>
  )
}
