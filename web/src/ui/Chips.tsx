// One choice of a few, as chips that go on in a second row where the first is full.
import { settle } from './openSheets.ts'
import css from './Chips.module.css'

type Props<T extends string> = {
  label: string
  value: T
  options: readonly { value: T; label: string }[]
  onChange: (value: T) => void
}

/** A radio group drawn as chips. */
export function Chips<T extends string>({ label, value, options, onChange }: Props<T>) {
  return (
    <div className={css.chips} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={css.chip}
          aria-pressed={option.value === value}
          onClick={() => {
            // What follows below may be shorter: the page moves under the finger.
            settle()
            onChange(option.value)
          }}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
