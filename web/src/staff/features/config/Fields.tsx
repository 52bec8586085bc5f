// A document of the product's numbers as a form that is made of the document itself: single values in a grid, groups
// within groups, lists of alike things as tables. Without `edit` the same is only read. Depth is bounded by the
// document's own.
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { t } from '../../texts/index.ts'
import { columnsOf } from './columns.ts'
import { at, isGroup, shapeOf, Unread, type Document, type Path } from './draft.ts'
import { labelOf } from '../../words/labels.ts'
import { Cell, Leaf } from './Leaf.tsx'
import { Rows } from './Rows.tsx'
import css from './numbers.module.css'

const words = () => t.numbers

/** `base` is the document before the change: what stood in a place says what may stand there. */
export type Edit = { base: unknown; put: (path: Path, value: unknown) => void }
type Props<Value> = { value: Value; path: Path; edit: Edit | null }

const isBranch = (value: unknown): value is Document | unknown[] => isGroup(value) || Array.isArray(value)
const baseOf = (edit: Edit | null, path: Path, value: unknown): unknown => at(edit?.base, path) ?? value

/** A group: its values, then its groups and lists. */
export function Fields({ value, path, edit }: Props<Document>) {
  const entries = Object.entries(value)
  const leaves = entries.filter(([, each]) => !isBranch(each))
  const drawn = leaves.map(([key, each]) => {
    const place = [...path, key]
    const before = at(edit?.base, place)
    return (
      <Leaf
        key={key}
        name={key}
        value={each}
        shape={shapeOf([before === undefined ? each : before])}
        onChange={edit && ((to) => edit.put(place, to))}
      />
    )
  })
  return (
    <div className={css.group}>
      {leaves.length > 0 &&
        (edit ? <div className={css.leaves}>{drawn}</div> : <dl className={css.leaves}>{drawn}</dl>)}
      {entries.map(
        ([key, each]) =>
          isBranch(each) && (
            <Named key={key} name={labelOf(key)} edit={edit}>
              <Branch value={each} path={[...path, key]} edit={edit} />
            </Named>
          ),
      )}
    </div>
  )
}

/** A named part; fields of a form are named by a fieldset. */
function Named({ name, edit, children }: { name: string; edit: Edit | null; children: ReactNode }) {
  if (edit)
    return (
      <fieldset className={css.part}>
        <legend>{name}</legend>
        {children}
      </fieldset>
    )
  return (
    <div className={css.part} role="group" aria-label={name}>
      <h3>{name}</h3>
      {children}
    </div>
  )
}

function Branch({ value, path, edit }: Props<Document | readonly unknown[]>) {
  if (isGroup(value)) return <Fields value={value} path={path} edit={edit} />
  return <List value={value} path={path} edit={edit} />
}

function List({ value, path, edit }: Props<readonly unknown[]>) {
  const before = baseOf(edit, path, value)
  const model = Array.isArray(before) && before.length > 0 ? (before as unknown[]) : value
  const columns = columnsOf(model)
  const add = edit && (() => edit.put(path, [...value, another(value.at(-1) ?? model.at(-1))]))
  const remove =
    edit &&
    ((index: number) =>
      edit.put(
        path,
        value.filter((_, each) => each !== index),
      ))
  const put = edit && ((index: number, to: unknown) => edit.put([...path, index], to))
  const name = labelOf(path.at(-1) ?? '')
  return (
    <>
      {value.length === 0 && <p className={css.note}>{t.word.none}</p>}
      {columns ? (
        value.length > 0 && <Rows label={name} columns={columns} rows={value} put={put} remove={remove} />
      ) : model.some(isBranch) ? (
        value.map((row, index) => (
          <Card key={index} row={row} path={[...path, index]} edit={edit} remove={remove} />
        ))
      ) : (
        <Singles name={name} value={value} model={model} put={put} remove={remove} />
      )}
      {add && (
        <div>
          <Button look="quiet" onClick={add}>
            {model.some(isBranch) ? words().addRow : words().add}
          </Button>
        </div>
      )}
    </>
  )
}

/** A new row begins as its neighbour, which has everything a row needs; a single value begins empty. */
function another(last: unknown): unknown {
  if (isBranch(last)) return last
  return typeof last === 'number' || last instanceof Unread ? new Unread('') : ''
}

/** A row with lists of its own: a part with its number and, where it has one, its name. */
function Card({
  row,
  path,
  edit,
  remove,
}: {
  row: unknown
  path: Path
  edit: Edit | null
  remove: ((index: number) => void) | null
}) {
  const index = Number(path.at(-1))
  const name = ['id', 'name', 'version'].map((key) => at(row, [key])).find((each) => typeof each === 'string')
  const title = `${labelOf(path.at(-2) ?? '')} ${labelOf(index)}${name ? t.colon + name : ''}`
  return (
    <Named name={title} edit={edit}>
      {isBranch(row) ? (
        <Branch value={row} path={path} edit={edit} />
      ) : (
        <Leaf name={index} value={row} onChange={edit && ((to) => edit.put(path, to))} />
      )}
      {remove && (
        <div>
          <Button look="quiet" onClick={() => remove(index)}>
            {words().remove(title)}
          </Button>
        </div>
      )}
    </Named>
  )
}

type SinglesProps = {
  name: string
  value: readonly unknown[]
  model: readonly unknown[]
  put: ((index: number, to: unknown) => void) | null
  remove: ((index: number) => void) | null
}

/** Single values beside one another. */
function Singles({ name, value, model, put, remove }: SinglesProps) {
  const shape = model.length > 0 ? shapeOf(model) : ({ kind: 'text', nullable: false } as const)
  return (
    <ul className={css.singles} aria-label={name}>
      {value.map((each, index) => (
        <li key={index}>
          <Cell
            name={index}
            label={`${name} ${labelOf(index)}`}
            value={each}
            shape={shape}
            onChange={put && ((to) => put(index, to))}
          />
          {remove && (
            <button
              type="button"
              className={css.remove}
              aria-label={words().remove(`${name} ${labelOf(index)}`)}
              title={words().remove(`${name} ${labelOf(index)}`)}
              onClick={() => remove(index)}
            >
              ×
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
