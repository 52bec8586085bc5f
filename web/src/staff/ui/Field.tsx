// Form fields: a label above, what is wrong below, one height.
import { useId, type ReactNode } from 'react'
import css from './field.module.css'

type Common = { label: string; hint?: ReactNode; error?: string | null | undefined; optional?: boolean }
type Control = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

/** The frame of a field; the control takes the given attributes. */
export function Frame({
  label,
  hint,
  error,
  children,
}: Common & { children: (control: Control) => ReactNode }) {
  const id = useId()
  const note = hint || error ? `${id}-note` : undefined
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': note, 'aria-invalid': error ? true : undefined })}
      {note && (
        <p id={note} className={error ? css.error : css.hint}>
          {error ?? hint}
        </p>
      )}
    </div>
  )
}

type TextProps = Common & {
  value: string
  onChange: (value: string) => void
  type?: 'text' | 'password' | 'date' | 'datetime-local' | 'number'
  placeholder?: string
  autoComplete?: string
  inputMode?: 'numeric' | 'decimal'
  mono?: boolean
  /** The field that a dialog begins with. */
  first?: boolean
  lines?: number
  required?: boolean
  disabled?: boolean
}

/** One line of text, or several. */
export function TextField({
  value,
  onChange,
  mono,
  lines,
  type = 'text',
  label,
  hint,
  error,
  optional,
  first,
  ...rest
}: TextProps) {
  return (
    <Frame label={label} hint={hint} error={error} {...(optional === undefined ? {} : { optional })}>
      {(control) =>
        lines ? (
          <textarea
            {...control}
            {...rest}
            data-first={first || undefined}
            rows={lines}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <input
            {...control}
            {...rest}
            data-first={first || undefined}
            type={type}
            data-mono={mono || undefined}
            value={value}
            spellCheck={false}
            onChange={(event) => onChange(event.target.value)}
          />
        )
      }
    </Frame>
  )
}

/** A choice of a short list. */
export function SelectField({
  value,
  onChange,
  options,
  ...common
}: Common & {
  value: string
  onChange: (value: string) => void
  options: readonly (readonly [string, string])[]
}) {
  return (
    <Frame {...common}>
      {(control) => (
        <select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          {options.map(([key, text]) => (
            <option key={key} value={key}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Frame>
  )
}

/** Yes or no. */
export function CheckField({
  label,
  checked,
  onChange,
}: {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  return (
    <label className={css.check}>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  )
}
