/**
 * Texts by key, in the language in force. A namespace is one file a language, loaded when first needed.
 *
 * It knows what the product's texts use and no more: names of values in double braces, singular and plural by the
 * language's own rules, a list of namespaces of which the first that has a key gives its text.
 */
import type { Namespace } from './resources.ts'

/** What a text mentions. `count` also chooses between singular and plural. */
export type Values = Readonly<Record<string, string | number | undefined>>
export type Options = Values & {
  readonly ns?: Namespace
  /** Instead of a text that does not exist; without it a missing text is a fault of ours. */
  readonly defaultValue?: string
}

type Tree = { readonly [key: string]: string | Tree }
type Load = (language: string, namespace: string) => Promise<Tree>

const loaded = new Map<string, Tree>()
const loading = new Map<string, Promise<void>>()
/** Of screens: the same wait for everybody who misses the same. */
const waits = new Map<string, Promise<void>>()
/** What just failed is not asked for at once again: the screen says so, and who opens it later tries anew. */
const faults = new Map<string, unknown>()
const retryAfterMs = 3_000
/** What is switched together with the language. */
const used = new Set<string>()
const listeners = new Set<() => void>()
let language = ''
let load: Load = () => Promise.reject(new Error('No texts yet'))
/** A key on the screen is loud wherever it can still be mended. */
let loud = false

const address = (of: string, namespace: string) => `${of}/${namespace}`

/** The texts as a whole. */
export const texts = {
  get language(): string {
    return language
  },

  /** Before it nothing can be said. */
  get started(): boolean {
    return language !== ''
  },

  /** Loads what the first screen needs and makes the language the one in force. */
  async start(
    first: string,
    namespaces: readonly string[],
    how: Load,
    reportsMissing: boolean,
  ): Promise<void> {
    load = how
    loud = reportsMissing
    await Promise.all(namespaces.map((namespace) => fetchOnce(first, namespace)))
    become(first)
  },

  /** Loads namespaces in the language in force. */
  async loadNamespaces(namespaces: Namespace | readonly Namespace[]): Promise<void> {
    await Promise.all([namespaces].flat().map((namespace) => fetchOnce(language, namespace)))
  },

  /** Switches once the namespaces that were used are there; a screen waits for one that could not be had. */
  async changeLanguage(next: string): Promise<void> {
    await Promise.allSettled([...used].map((namespace) => fetchOnce(next, namespace)))
    if (!loaded.has(address(next, 'common'))) throw new Error(`No texts in ${next}`)
    become(next)
  },

  /** Those of the namespaces that are still missing, as one wait; null when all are there. Throws when it failed. */
  missing(namespaces: readonly Namespace[]): Promise<void> | null {
    // A part that stands alone, before the product has begun: its keys stand for its texts.
    if (language === '') return null
    const absent = namespaces.filter((namespace) => !loaded.has(address(language, namespace)))
    if (absent.length === 0) return null
    const key = absent.map((namespace) => address(language, namespace)).join()
    if (faults.has(key)) throw new Error(`No texts for ${key}`, { cause: faults.get(key) })
    const known = waits.get(key)
    if (known !== undefined) return known
    const wait = Promise.all(absent.map((namespace) => fetchOnce(language, namespace)))
      .then(() => undefined)
      .catch((fault: unknown) => {
        faults.set(key, fault)
        setTimeout(() => faults.delete(key), retryAfterMs)
      })
      .finally(() => waits.delete(key))
    waits.set(key, wait)
    return wait
  },

  /** A text of the common namespace, of `ns`, or of the namespace that stands before a colon in the key. */
  t(key: string, options: Options = {}): string {
    return say([options.ns ?? 'common'], key, options)
  },

  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** A text of the first namespace that has it. */
export function say(namespaces: readonly string[], key: string, options: Options = {}): string {
  const colon = key.indexOf(':')
  const [asked, path] = colon < 0 ? [namespaces, key] : [[key.slice(0, colon)], key.slice(colon + 1)]
  for (const namespace of asked) {
    const found = find(loaded.get(address(language, namespace)), path, options['count'])
    if (found !== null) return fill(found, options)
  }
  if (options.defaultValue !== undefined) return options.defaultValue
  if (loud) console.error(`No text ${asked.join()}:${path} in ${language}`)
  return path
}

function find(tree: Tree | undefined, path: string, count: string | number | undefined): string | null {
  const steps = path.split('.')
  const last = steps.pop() ?? ''
  let node: string | Tree | undefined = tree
  for (const step of steps) node = typeof node === 'object' ? node[step] : undefined
  if (typeof node !== 'object') return null
  const form = typeof count === 'number' ? new Intl.PluralRules(language).select(count) : ''
  const found = (form === '' ? undefined : (node[`${last}_${form}`] ?? node[`${last}_other`])) ?? node[last]
  return typeof found === 'string' ? found : null
}

const fill = (text: string, values: Values) =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole))

/** A file that could not be loaded is asked for again the next time. */
function fetchOnce(of: string, namespace: string): Promise<void> {
  used.add(namespace)
  const key = address(of, namespace)
  if (loaded.has(key)) return Promise.resolve()
  const waiting =
    loading.get(key) ??
    load(of, namespace)
      .then((tree) => void loaded.set(key, tree))
      .finally(() => loading.delete(key))
  loading.set(key, waiting)
  return waiting
}

function become(next: string): void {
  language = next
  for (const listener of listeners) listener()
}
