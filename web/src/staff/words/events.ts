// What happened, in words for people who never read the code: one sentence for each type of event. An event that is
// newer than this file still gets a sentence, from its name and its plain fields.
import { t } from '../texts/index.ts'
import { codeWords, listed } from './codes.ts'
import { date, short, type Fields, type Sentences } from './fields.ts'

/** Types with a sentence of their own. */
export const knownTypes: readonly string[] = Object.keys(t.sentences)

/** The sentence of an event; `payload` as it was recorded, with or without its name round it. */
export function sentence(name: string, payload: unknown): string {
  const fields = fieldsOf(name, payload)
  try {
    return (t.sentences as Sentences)[name]?.(fields) ?? plain(name, fields)
  } catch {
    // A shape of another version: its fields are still worth more than nothing.
    return plain(name, fields)
  }
}

/** The name of a type as words: CastResolved is "Cast resolved". */
export function typeWords(name: string): string {
  const known = t.eventTypes[name]
  if (known !== undefined) return known
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The fields of an event without its name round them. */
export function fieldsOf(name: string, payload: unknown): Fields {
  const inner = (payload as Record<string, unknown> | null)?.[name] ?? payload
  return typeof inner === 'object' && inner !== null ? (inner as Fields) : {}
}

/** The sentence of an event whose fields came flat, parts of parts separated by dots, all as text. */
export function sentenceOfValues(name: string, values: Readonly<Record<string, string>>): string {
  const tree: Branch = {}
  for (const [path, value] of Object.entries(values)) {
    const steps = path.split('.')
    const last = steps.pop() ?? ''
    let at = tree
    for (const step of steps) at = at[step] = typeof at[step] === 'object' ? at[step] : {}
    at[last] = value === 'true' ? true : value === 'false' ? false : value
  }
  return sentence(name, tree)
}

type Branch = { [step: string]: Branch | string | boolean }

function plain(name: string, fields: Fields): string {
  const parts = Object.entries(fields).flatMap(([key, value]) => {
    if (typeof value === 'number' && /(^|_)(at|ms)$/.test(key)) return [`${codeWords(key)} ${date(value)}`]
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      return [`${codeWords(key)} ${short(String(value))}`]
    return []
  })
  return parts.length > 0 ? typeWords(name) + t.colon + listed(parts.slice(0, 5)) : typeWords(name)
}
