// What an identity form must hold (domain §10.5, domain §3.11), by the server's own rules and in its order of codes.
// The server checks again and is right.

/** Fields of the form that are text. */
export const textFields = ['id_name', 'id_no', 'tel', 'email'] as const
/** A field that is text. */
export type TextField = (typeof textFields)[number]
/** Everything the player fills in. */
export type Field = TextField | 'country' | 'id_urls'
/** 1 identity card, 2 passport, 3 other document of a government. */
export type DocumentType = 1 | 2 | 3
/** The form as it is filled in. */
export type Fields = Readonly<Record<TextField | 'country', string>> & { readonly id_type: DocumentType }
/** A code of the catalogue. */
export type Fault = '6101' | '6102' | '6103' | '6104' | '6105' | '6107' | '6108'

/** Images of a submission. */
export const imagesMin = 2
/** A further image is not taken. */
export const imagesMax = 6
/** domain §3.14. */
const ageMin = 18

/** What is wrong, by field; in the server's order, so that the first one is the server's answer. */
export function faultsOf(fields: Fields, images: number, today: Date): ReadonlyMap<string, Fault> {
  const faults = new Map<Field, Fault>()
  for (const field of [...textFields, 'country'] as const)
    if (fields[field].trim() === '') faults.set(field, '6101')
  const add = (field: Field, wrong: boolean, fault: Fault) => {
    if (wrong && !faults.has(field)) faults.set(field, fault)
  }
  add('id_name', !isName(fields.id_name), '6101')
  add('tel', !/^\+[1-9]\d{6,14}$/.test(fields.tel), '6102')
  add('email', !isEmail(fields.email), '6103')
  add('id_urls', images < imagesMin || images > imagesMax, '6104')
  add('country', !/^[A-Z]{2}$/.test(fields.country), '6105')
  add('id_no', !isNumber(fields), '6107')
  add('id_no', !isAdult(fields, today), '6108')
  return faults
}

/** Letters of any script, spaces and what stands between the parts of names. */
function isName(text: string): boolean {
  const length = Array.from(text).length
  return (
    length >= 2 && length <= 100 && /^[\p{Alphabetic} .'\-·]+$/u.test(text) && /\p{Alphabetic}/u.test(text)
  )
}

function isEmail(text: string): boolean {
  if (text.length > 254 || !/^[\x21-\x7e]+$/.test(text)) return false
  const at = text.indexOf('@')
  const labels = text.slice(at + 1).split('.')
  return at >= 1 && at <= 64 && labels.length > 1 && labels.every((label) => /^[A-Za-z0-9-]+$/.test(label))
}

function isNumber({ id_no: number, id_type: type, country }: Fields): boolean {
  if (type === 2) return /^[A-Z0-9]{5,12}$/.test(number)
  if (type === 1 && country === 'CN') return isChineseCard(number)
  return /^[A-Za-z0-9-]{4,30}$/.test(number)
}

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const letters = '10X98765432'

/** GB 11643: seventeen digits with a real birthday in them, and a letter that checks them. */
function isChineseCard(number: string): boolean {
  if (!/^\d{17}[\dXx]$/.test(number)) return false
  const sum = weights.reduce((total, weight, at) => total + weight * Number(number[at]), 0)
  return letters[sum % 11] === number[17]?.toUpperCase() && birthdayOf(number) !== null
}

function birthdayOf(number: string): Date | null {
  const [year, month, day] = [number.slice(6, 10), number.slice(10, 12), number.slice(12, 14)].map(Number)
  if (year === undefined || month === undefined || day === undefined || year < 1900) return null
  const birthday = new Date(Date.UTC(year, month - 1, day))
  return birthday.getUTCMonth() === month - 1 && birthday.getUTCDate() === day ? birthday : null
}

/** Only that card contains an age. */
function isAdult({ id_no: number, id_type: type, country }: Fields, today: Date): boolean {
  if (type !== 1 || country !== 'CN' || !isChineseCard(number)) return true
  const birthday = birthdayOf(number)
  if (birthday === null) return true
  return (
    Date.UTC(birthday.getUTCFullYear() + ageMin, birthday.getUTCMonth(), birthday.getUTCDate()) <=
    today.getTime()
  )
}

/** A number as documents write it, out of what a keyboard gives. */
export function tidy(field: TextField, text: string, type: DocumentType): string {
  if (field === 'tel')
    return text
      .replace(/[^\d+]/g, '')
      .replace(/(?!^)\+/g, '')
      .slice(0, 16)
  if (field === 'id_no') return (type === 2 ? text.toUpperCase() : text).replace(/\s/g, '').slice(0, 30)
  if (field === 'email') return text.replace(/\s/g, '')
  return text
}
