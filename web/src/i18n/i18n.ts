// Texts by key: one JSON per language and namespace, loaded when first needed.
import i18next, { type BackendModule, type ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { LanguageCode } from './languages.ts'

const files = import.meta.glob<{ default: ResourceKey }>('./*/*.json')

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => {
    const load = files[`./${language}/${namespace}.json`]
    if (!load) return done(new Error(`No texts for ${language}/${namespace}`), null)
    load().then(
      (file) => done(null, file.default),
      (fault: unknown) => done(fault instanceof Error ? fault : new Error(String(fault)), true),
    )
  },
}

/** Loads the texts that every screen needs, and those of the first one, and makes `language` the one in force. */
export async function startTexts(language: LanguageCode, first: readonly string[] = []): Promise<void> {
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: false,
      supportedLngs: ['en', 'zh'],
      ns: ['common', ...first],
      defaultNS: 'common',
      interpolation: { escapeValue: false },
      returnNull: false,
      // A screen that names two namespaces finds its texts in both.
      react: { nsMode: 'fallback' },
      // A key on the screen is a fault of ours: loud wherever it can still be mended.
      saveMissing: __DEV_MESSENGER__,
      missingKeyHandler: (
        languages,
        namespace,
        key,
        _fallback,
        _update,
        options: { defaultValue?: unknown } | undefined,
      ) => {
        if (options?.defaultValue === undefined)
          console.error(`No text ${namespace}:${key} in ${languages.join()}`)
      },
    })
  document.documentElement.lang = language
}

/** Fetches the error catalogue while nobody waits; until then an error has the server's own words. */
export function prepareErrors(): void {
  void i18next.loadNamespaces('errors')
}

/** Switches the language; screens wait for its texts through Suspense. False when it is the one in force. */
export async function switchLanguage(language: LanguageCode): Promise<boolean> {
  if (i18next.language === language) return false
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
  return true
}
