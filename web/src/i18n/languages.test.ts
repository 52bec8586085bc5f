import { describe, expect, test } from 'vitest'
import { accept, requested, resolve } from './languages.ts'

const both = [
  { code: 'en', label: 'English' },
  { code: 'zh', label: '中文' },
]
const english = [{ code: 'en', label: 'English' }]

describe('the language in force (domain §10.2)', () => {
  test('locale in the query comes before language', () => {
    expect(requested(new URLSearchParams('language=en&locale=zh'))).toBe('zh')
    expect(requested(new URLSearchParams('language=zh'))).toBe('zh')
    expect(requested(new URLSearchParams('a=b'))).toBeNull()
  })

  test.each([
    ['the query wins over the saved one', 'zh', 'en', both, 'zh'],
    ['without a query the saved one holds', null, 'zh', both, 'zh'],
    ['without either it is en', null, null, both, 'en'],
    ['an unknown wish is en, whatever was saved', 'fr', 'zh', both, 'en'],
    ['an empty wish is a wish that matches nothing', '', 'zh', both, 'en'],
    ['only configured languages are accepted from the query', 'zh', null, english, 'en'],
    ['only configured languages are accepted from storage', null, 'zh', english, 'en'],
    ['rubbish in storage is en', null, '{"a":1}', both, 'en'],
    ['a code is matched exactly', 'EN-us', 'zh', both, 'en'],
  ] as const)('%s', (_name, query, saved, configured, expected) => {
    expect(resolve(query, saved, configured)).toBe(expected)
  })

  test('a configured language without texts is not accepted', () => {
    expect(accept('fr', [...both, { code: 'fr', label: 'Français' }])).toBeNull()
  })
})
