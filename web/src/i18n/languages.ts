// Which languages there are texts for, and how a requested one becomes the one in force (domain §10.2).

/** Languages that have texts. Which of them players may use is the server's `languages` list. */
export const textLanguages = ['en', 'zh'] as const
/** A language that has texts. */
export type LanguageCode = (typeof textLanguages)[number]

/** The fallback and the product's only default language. */
export const defaultLanguage: LanguageCode = 'en'

/** A configured language as the server lists it. */
export type Language = { code: string; label: string }

/** The language with this local code if players may use it, else null. */
export function accept(code: string | null, configured: readonly Language[]): LanguageCode | null {
  const known = textLanguages.find((language) => language === code)
  return known && configured.some((language) => language.code === known) ? known : null
}

/** The language asked for in a query: `locale` before `language`; null when neither is there. */
export function requested(query: URLSearchParams): string | null {
  return query.get('locale') ?? query.get('language')
}

/** What a query's wish is saved as: itself when configured, else the default. */
export function acceptOrDefault(code: string, configured: readonly Language[]): LanguageCode {
  return accept(code, configured) ?? defaultLanguage
}

/** The language in force: the query's, else the saved one, else the default. */
export function resolve(
  query: string | null,
  saved: string | null,
  configured: readonly Language[],
): LanguageCode {
  if (query !== null) return acceptOrDefault(query, configured)
  return accept(saved, configured) ?? defaultLanguage
}
