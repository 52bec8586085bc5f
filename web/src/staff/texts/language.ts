// The language of the console: as the browser says, until the reader says otherwise on this device. English is part of
// the first screen; every other language is a chunk of its own, loaded when it is in force.
import { useSyncExternalStore } from 'react'
import { keepChoice, keptChoice } from '../ui/device.ts'
import { en } from './en/index.ts'
import { setTexts, type Texts } from './index.ts'

/** How each language calls itself, in the order of the switch. */
export const languages = { en: 'English', zh: '中文' } as const
export type Language = keyof typeof languages

const key = 'staff.language'
const loads: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: () => Promise.resolve(en),
  zh: async () => (await import('./zh/index.ts')).zh,
}
const listeners = new Set<() => void>()
let inForce: Language = 'en'
let wanted: Language = 'en'

/** The language in force. */
export const language = (): Language => inForce

/** The language that the switch offers. */
export const otherLanguage = (of: Language): Language => (of === 'en' ? 'zh' : 'en')

/** What is kept on this device, else the first language of the browser that there are texts for. */
export function preferred(kept: string | null, ofBrowser: readonly string[]): Language {
  if (kept !== null && kept in languages) return kept as Language
  const codes = ofBrowser.map((tag) => tag.toLowerCase().split('-')[0] ?? '')
  return (codes.find((code) => code in languages) ?? 'en') as Language
}

/** Puts the kept or the browser's language in force; nothing is drawn before. Without its texts it stays English. */
export async function startLanguage(): Promise<void> {
  await show(preferred(keptChoice(key), navigator.languages))
}

/** The reader's choice: the console is drawn anew when its texts are here. A choice without texts changes nothing. */
export async function chooseLanguage(chosen: Language): Promise<void> {
  if (await show(chosen)) keepChoice(key, chosen)
}

/** The language, again when it changes. */
export function useLanguage(): Language {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, language)
}

async function show(chosen: Language): Promise<boolean> {
  wanted = chosen
  let texts: Texts
  try {
    texts = await loads[chosen]()
  } catch (fault) {
    console.error(`The texts of ${chosen} could not be loaded`, fault)
    return false
  }
  // Of two choices the later one holds, whichever texts come first.
  if (wanted !== chosen) return false
  setTexts(texts)
  inForce = chosen
  document.documentElement.lang = texts.locale
  document.title = texts.product
  for (const listener of listeners) listener()
  return true
}
