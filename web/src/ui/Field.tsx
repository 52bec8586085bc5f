// A labelled text field with its hint or its fault below.
import { useId, type InputHTMLAttributes, type TextareaHTMLAttributes } from 'react'
import css from './Field.module.css'

type Common = { label: string; hint?: string | undefined; fault?: string | undefined; mono?: boolean }

function Frame({ id, label, hint, fault, children }: Common & { id: string; children: React.ReactNode }) {
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      {children}
      {(fault ?? hint) && (
        <p id={`${id}-note`} className={fault ? css.fault : css.hint} role={fault ? 'alert' : undefined}>
          {fault ?? hint}
        </p>
      )}
    </div>
  )
}

/** One line of text. */
export function Field({
  label,
  hint,
  fault,
  mono,
  ...input
}: Common & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId()
  return (
    <Frame id={id} label={label} hint={hint} fault={fault}>
      <input
        {...input}
        id={id}
        className={mono ? css.mono : css.input}
        aria-invalid={fault !== undefined}
        aria-describedby={(fault ?? hint) ? `${id}-note` : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </Frame>
  )
}

/** Several lines of text. */
export function TextField({
  label,
  hint,
  fault,
  mono,
  ...input
}: Common & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = useId()
  return (
    <Frame id={id} label={label} hint={hint} fault={fault}>
      <textarea
        {...input}
        id={id}
        className={mono ? css.mono : css.input}
        aria-invalid={fault !== undefined}
        aria-describedby={(fault ?? hint) ? `${id}-note` : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </Frame>
  )
}

/** A long value to read or copy, such as a hash. */
export function Code({ label, value }: { label: string; value: string }) {
  return (
    <div className={css.field}>
      <span className={css.label}>{label}</span>
      <code className={css.code}>{value}</code>
    </div>
  )
}
