// One number, word or switch of a document: with its label in a form, bare in the cell of a table, or only read.
import type { ReactNode } from 'react'
import { CheckField, TextField } from '../../ui/Field.tsx'
import { t } from '../../texts/index.ts'
import { readField, shapeOf, Unread, writeField, type Shape } from './draft.ts'
import { isFigure, labelOf, noteOf, valueText } from '../../words/labels.ts'
import css from './numbers.module.css'

const words = () => t.numbers
type Props = {
  name: string | number
  value: unknown
  shape?: Shape
  onChange: ((value: unknown) => void) | null
}

/** Longer texts have the room of two fields. */
const longMin = 24

/** With its label. `shape` is what may stand there, where the value alone does not say it. */
export function Leaf({ name, value, shape = shapeOf([value]), onChange }: Props) {
  if (onChange === null)
    return (
      <div>
        <dt>{labelOf(name)}</dt>
        <dd>
          <Value name={name} value={value} />
        </dd>
      </div>
    )
  if (shape.kind === 'boolean')
    return <CheckField label={labelOf(name)} checked={value === true} onChange={onChange} />
  const figure = isFigure(value) || shape.kind === 'number'
  const text = writeField(value, shape)
  return (
    <div data-long={text.length > longMin || undefined}>
      <TextField
        label={labelOf(name)}
        value={text}
        onChange={(to) => onChange(readField(to, shape))}
        error={value instanceof Unread ? words().noNumber : null}
        hint={noteOf(name, value) ?? (shape.kind === 'any' ? words().anyHint : null)}
        {...(figure ? { inputMode: 'decimal' as const } : {})}
      />
    </div>
  )
}

/** In a table: the column and the row are its label. */
export function Cell({
  name,
  label,
  value,
  size,
  shape = shapeOf([value]),
  onChange,
}: Props & { label: string; size?: number }) {
  if (onChange === null) return <Value name={name} value={value} />
  if (shape.kind === 'boolean')
    return (
      <input
        type="checkbox"
        aria-label={label}
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
      />
    )
  const text = writeField(value, shape)
  const wrong = value instanceof Unread
  return (
    <input
      className={css.cell}
      aria-label={label}
      aria-invalid={wrong || undefined}
      title={wrong ? words().noNumber : (noteOf(name, value) ?? undefined)}
      placeholder={shape.nullable ? t.word.none : undefined}
      inputMode={isFigure(value) || shape.kind === 'number' ? 'decimal' : undefined}
      style={{ '--size': `${size ?? text.length}ch` }}
      value={text}
      onChange={(event) => onChange(readField(event.target.value, shape))}
    />
  )
}

/** A word of the rules in the language in force: assets, kinds of fish. */
function wordOf(value: unknown): string {
  return typeof value === 'string' ? (t.codeWords[value] ?? valueText(value)) : valueText(value)
}

function Value({ name, value }: { name: string | number; value: unknown }): ReactNode {
  const note = noteOf(name, value)
  return (
    <span className={css.value} title={typeof value === 'string' ? value : undefined}>
      {value instanceof Unread ? value.text : wordOf(value)}
      {note && <span className={css.note}> {note}</span>}
    </span>
  )
}
