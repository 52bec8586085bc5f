// The English texts of the console, whole.
import { booksEn } from './books.ts'
import { desksEn } from './desks.ts'
import { shellEn } from './shell.ts'

export const en = { ...shellEn, ...booksEn, ...desksEn } as const
