// One of a few ways, each on a line of its own with its advantages.
import type { ReactNode } from 'react'
import { useId } from 'react'
import css from './Choice.module.css'

type Props<T extends string> = {
  label: string
  value: T
  options: readonly { value: T; label: string; note?: ReactNode }[]
  onChange: (value: T) => void
}

/** A radio group; the whole line is the target. */
export function Choice<T extends string>({ label, value, options, onChange }: Props<T>) {
  const name = useId()
  return (
    <fieldset className={css.choice}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={css.option} data-chosen={option.value === value}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className={css.words}>{option.label}</span>
          {option.note}
        </label>
      ))}
    </fieldset>
  )
}
