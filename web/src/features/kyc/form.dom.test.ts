import { expect, test } from 'vitest'
import { startTexts } from '../../i18n/i18n.ts'
import { countries, found } from './countries.ts'
import { faultsOf, tidy, type Field, type Fields } from './form.ts'

const today = new Date(Date.UTC(2026, 10, 21))
const whole: Fields = {
  id_name: 'Mara O\u2019Neil'.replace('\u2019', "'"),
  id_no: 'X1234567',
  country: 'DE',
  tel: '+4917012345678',
  email: 'mara@example.com',
  id_type: 2,
}
const faultOf = (field: Field, parts: Partial<Fields>, images = 2) =>
  faultsOf({ ...whole, ...parts }, images, today).get(field)

test('a whole form has no fault', () => {
  expect([...faultsOf(whole, 2, today)]).toEqual([])
})

test('an empty form reports everything, in the server\u2019s order', () => {
  const faults = [
    ...faultsOf({ id_name: '', id_no: '', country: '', tel: '', email: '', id_type: 1 }, 0, today),
  ]
  expect(faults[0]).toEqual(['id_name', '6101'])
  expect(new Map(faults)).toEqual(
    new Map([
      ['id_name', '6101'],
      ['id_no', '6101'],
      ['tel', '6101'],
      ['email', '6101'],
      ['country', '6101'],
      ['id_urls', '6104'],
    ]),
  )
})

test.each([
  ['王小明', undefined],
  ['José-María d\u00b7Arc Jr.', undefined],
  ['M', '6101'],
  ['Mara 7', '6101'],
  [".'-", '6101'],
  ['a'.repeat(101), '6101'],
])('name %s: %s', (id_name, fault) => {
  expect(faultOf('id_name', { id_name })).toBe(fault)
})

test.each([
  ['+4417012', undefined],
  ['+123456789012345', undefined],
  ['+1234567890123456', '6102'],
  ['+0123456789', '6102'],
  ['0170123456', '6102'],
  ['+12345', '6102'],
])('phone %s: %s', (tel, fault) => {
  expect(faultOf('tel', { tel })).toBe(fault)
})

test.each([
  ['a@b.c', undefined],
  ['first.last+tag@sub.example.org', undefined],
  ['a@b', '6103'],
  ['a@b..c', '6103'],
  ['@b.c', '6103'],
  ['a@b@c.d', '6103'],
  ['a b@c.d', '6103'],
  [`${'a'.repeat(65)}@b.c`, '6103'],
])('mail %s: %s', (email, fault) => {
  expect(faultOf('email', { email })).toBe(fault)
})

test.each([
  [2, 'DE', 'C01X00T47', undefined],
  [2, 'DE', 'c01x00t47', '6107'],
  [2, 'DE', 'A123', '6107'],
  [1, 'DE', 'L01X-00T4', undefined],
  [1, 'DE', 'L01', '6107'],
  [3, 'CN', 'AB-1234', undefined],
  [1, 'CN', '11010519491231002X', undefined],
  [1, 'CN', '11010519491231002x', undefined],
  [1, 'CN', '110105194912310021', '6107'],
  [1, 'CN', '11010519491331002X', '6107'],
] as const)('number of document %i of %s, %s: %s', (id_type, country, id_no, fault) => {
  expect(faultOf('id_no', { id_type, country, id_no })).toBe(fault)
})

test('a card with an age below 18 is refused from its birthday', () => {
  const born = (day: string) => {
    const body = `110105${day}002`
    const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
    return (
      body +
      ('10X98765432'[weights.reduce((sum, weight, at) => sum + weight * Number(body[at]), 0) % 11] ?? '')
    )
  }
  expect(faultOf('id_no', { id_type: 1, country: 'CN', id_no: born('20081121') })).toBeUndefined()
  expect(faultOf('id_no', { id_type: 1, country: 'CN', id_no: born('20081122') })).toBe('6108')
})

test.each([
  [1, '6104'],
  [2, undefined],
  [6, undefined],
  [7, '6104'],
])('%i images: %s', (images, fault) => {
  expect(faultOf('id_urls', {}, images)).toBe(fault)
})

test('what a keyboard gives becomes what a document says', () => {
  expect(tidy('tel', ' +49 (170) 12-34+5', 1)).toBe('+4917012345')
  expect(tidy('id_no', ' c01x 00t47 ', 2)).toBe('C01X00T47')
  expect(tidy('email', ' a@b.c ', 1)).toBe('a@b.c')
})

test('countries are listed once, by name, and found by name or code', async () => {
  await startTexts('en')
  const all = countries()
  expect(all).toHaveLength(249)
  expect(new Set(all.map(({ code }) => code)).size).toBe(249)
  expect(found(all, 'de').some(({ code }) => code === 'DE')).toBe(true)
  expect(found(all, 'xyzzy')).toEqual([])
})
