// Which language is in force, and that it is kept.
import { afterEach, expect, test } from 'vitest'
import { t } from './index.ts'
import { chooseLanguage, language, preferred, startLanguage } from './language.ts'

afterEach(async () => {
  await chooseLanguage('en')
  localStorage.clear()
})

test.each([
  [null, ['zh-CN', 'en'], 'zh'],
  [null, ['zh-Hant-TW'], 'zh'],
  [null, ['de-DE', 'zh'], 'zh'],
  [null, ['en-GB', 'zh'], 'en'],
  [null, ['fr'], 'en'],
  [null, [], 'en'],
  ['en', ['zh-CN'], 'en'],
  ['zh', ['en-US'], 'zh'],
  ['xx', ['zh'], 'zh'],
] as const)('kept %s, browser %s: %s', (kept, browser, expected) => {
  expect(preferred(kept, browser)).toBe(expected)
})

test('a choice is in force, on the page and kept for the next start', async () => {
  await chooseLanguage('zh')
  expect([language(), t.product, document.title]).toEqual(['zh', '账本控制台', '账本控制台'])
  expect(document.documentElement.lang).toBe('zh-CN')
  await startLanguage()
  expect(language()).toBe('zh')
})

test('of two choices the later one holds, whichever texts come first', async () => {
  await Promise.all([chooseLanguage('zh'), chooseLanguage('en')])
  expect([language(), t.product]).toEqual(['en', 'Ledger console'])
})
