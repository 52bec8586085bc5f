// A document of the product's numbers while somebody changes it: what may stand where, and whether all of it can be
// sent. Knows nothing of the screen. Money is text in these documents and stays text; what is a number must be one that
// survives the way through the browser, so a longer one is refused instead of rounded.

/** Where a value stands. */
export type Path = readonly (string | number)[]
/** A whole section. */
export type Document = Readonly<Record<string, unknown>>

/** What was typed where a number belongs and is none yet: it stays as typed, and nothing can be proposed meanwhile. */
export class Unread {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toJSON(): string {
    return this.text
  }
}

/** `any` is a place whose kind nobody knows, because nothing stands there, or different things do. */
export type Kind = 'number' | 'text' | 'boolean' | 'any'
export type Shape = { kind: Kind; nullable: boolean }

/** What may stand in a place, by the values that stand in all places like it. */
export function shapeOf(values: readonly unknown[]): Shape {
  const known = values.filter((value) => value !== null && value !== undefined)
  const all = (type: string) => known.length > 0 && known.every((value) => typeof value === type)
  const kind = all('number') ? 'number' : all('string') ? 'text' : all('boolean') ? 'boolean' : 'any'
  return { kind, nullable: kind === 'any' || known.length < values.length }
}

/** Significant digits that every double keeps. */
const digitsMax = 15

/** Whether a written number is the same after it was read. */
export function isExact(text: string): boolean {
  const digits = text.replace(/e.*$/i, '').replace(/\D/g, '').replace(/^0+/, '')
  return text.trim() !== '' && Number.isFinite(Number(text)) && digits.length <= digitsMax
}

/** What a text in a field of this shape stands for. */
export function readField(text: string, { kind, nullable }: Shape): unknown {
  if (text === '' && nullable) return null
  if (kind === 'text') return text
  const number = Number(text)
  // Any other way to write the same number waits: the field would write it anew under the fingers.
  if (text === String(number) && isExact(text)) return number
  if (kind === 'number' || /^-?[\d.]+$/.test(text)) return new Unread(text)
  const value = parsed(text)
  return value === undefined ? text : value
}

/** The text of a value in its field. */
export function writeField(value: unknown, { kind }: Shape): string {
  if (value instanceof Unread) return value.text
  if (value === null || value === undefined) return ''
  if (typeof value !== 'string') return JSON.stringify(value)
  return kind === 'any' && parsed(value) !== undefined ? JSON.stringify(value) : value
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A document out of text; null while it is no JSON object or holds a number that would be rounded. */
export function readDocument(text: string): Document | null {
  const value = parsed(text)
  const numbers = text.replace(/"(?:[^"\\]|\\.)*"/g, '').match(/-?\d[\d.eE+-]*/g) ?? []
  return isGroup(value) && numbers.every(isExact) ? value : null
}

/** Whether every value of it can be sent as it stands. */
export function isWhole(value: unknown): boolean {
  if (value instanceof Unread) return false
  if (typeof value === 'number') return isExact(String(value))
  return typeof value !== 'object' || value === null || Object.values(value).every(isWhole)
}

/** An object with names; lists and single values are none. */
export function isGroup(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Unread)
}

/** What stands in a place; undefined where there is no such place. */
export function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null
        ? (inner as Record<string | number, unknown>)[key]
        : undefined,
    value,
  )
}

/** The same with another value in one place. Groups on the way that were nothing are made. */
export function put(value: unknown, path: Path, to: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return to
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (index === key ? put(item, rest, to) : item))
  const group = isGroup(value) ? value : {}
  return { ...group, [key]: put(group[key], rest, to) }
}
