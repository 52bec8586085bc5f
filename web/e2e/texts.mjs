// The product's texts by key, so that one story runs in every language.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = join(dirname(fileURLToPath(import.meta.url)), '../src/i18n')

/** Gives `t('fishing:dive')` of a language; a key that does not exist fails the test. */
export function textsOf(locale) {
  return (key, values = {}) => {
    const [file = '', path = ''] = key.split(':')
    const found = path
      .split('.')
      .reduce(
        (node, name) => node?.[name],
        JSON.parse(readFileSync(join(folder, locale, `${file}.json`), 'utf8')),
      )
    if (typeof found !== 'string') throw new Error(`${locale} has no text ${key}`)
    return found.replace(/\{\{(\w+)\}\}/g, (whole, name) => String(values[name] ?? whole))
  }
}
