// Texts for the screen: waits for its namespaces through Suspense, and follows the language.
import { useMemo, useSyncExternalStore } from 'react'
import type { FullKey, KeysOf, Namespace } from './resources.ts'
import { say, texts, type Options } from './texts.ts'

/** Gives a text by its key, which the compiler checks against the English ones. */
export type Translate<N extends Namespace> = (key: KeysOf<N> | FullKey, options?: Options) => string

/** The texts of a namespace, or of several: the first that has a key gives its text. */
export function useTranslation<N extends Namespace = 'common'>(
  namespaces: N | readonly N[] = 'common' as N,
): { readonly t: Translate<N> } {
  const language = useSyncExternalStore(texts.subscribe, () => texts.language)
  const names = [namespaces].flat() as N[]
  const missing = texts.missing(names)
  // A thrown wait and not `use`, which in tests goes on only inside an awaited `act`.
  // oxlint-disable-next-line typescript/only-throw-error
  if (missing !== null) throw missing
  const list = names.join()
  return useMemo(() => {
    const asked = list.split(',')
    return { t: (key: string, options?: Options) => say(asked, key, options) }
    // Another language is another function, so that what was made with the old one is made again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [list, language])
}
