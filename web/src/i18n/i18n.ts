// The product's texts: one JSON per language and namespace, loaded when first needed.
import type { LanguageCode } from './languages.ts'
import { texts } from './texts.ts'

type Tree = { readonly [key: string]: string | Tree }

const files = import.meta.glob<{ default: Tree }>('./*/*.json')

async function load(language: string, namespace: string): Promise<Tree> {
  const file = files[`./${language}/${namespace}.json`]
  if (!file) throw new Error(`No texts for ${language}/${namespace}`)
  return (await file()).default
}

/** Loads the texts that every screen needs, and those of the first one, and makes `language` the one in force. */
export async function startTexts(language: LanguageCode, first: readonly string[] = []): Promise<void> {
  await texts.start(language, ['common', ...first], load, __DEV_MESSENGER__)
  document.documentElement.lang = language
}

/** Fetches the error catalogue while nobody waits; until then an error has the server's own words. */
export function prepareErrors(): void {
  void texts.loadNamespaces('errors')
}

/** Switches the language; screens wait for its texts through Suspense. False when it is the one in force. */
export async function switchLanguage(language: LanguageCode): Promise<boolean> {
  if (texts.language === language) return false
  await texts.changeLanguage(language)
  document.documentElement.lang = language
  return true
}
