/**
 * All creatures by the id that the server sends in `Cast.id` (domain §2.3).
 *
 * Promise: an id that is not in the book still has a picture, so a newer paytable never leaves a hole in the line.
 */
import { abyss } from './abyss.ts'
import type { FishArt } from './ink.ts'
import { reef } from './reef.ts'
import { shallow } from './shallow.ts'
import { sunlit } from './sunlit.ts'
import { twilight } from './twilight.ts'

const book: Readonly<Record<string, FishArt>> = { ...sunlit, ...shallow, ...reef, ...twilight, ...abyss }

/** Ids in the order of the paytable. */
export const fishIds: readonly string[] = Object.keys(book)

/** The drawing for a fish of the paytable; an unknown id is drawn as the plainest fish. */
export function fishArt(id: string): FishArt {
  const found = book[id] ?? book['sardine']
  if (found === undefined) throw new Error('the book of fish is empty')
  return found
}

/** Whether the id is in the book: the test of the paytable uses it. */
export function isDrawn(id: string): boolean {
  return id in book
}
