// The English texts of the console, whole.
import { accountsEn } from './accounts.ts'
import { booksEn } from './books.ts'
import { desksEn } from './desks.ts'
import { shellEn } from './shell.ts'

export const en = { ...shellEn, ...accountsEn, ...booksEn, ...desksEn }
