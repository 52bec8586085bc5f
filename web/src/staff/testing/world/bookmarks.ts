// Saved views: two of one's own, and two that colleagues share.
import type { BookmarkLine, BookmarksListData } from '../../api/endpoints.gen.ts'
import { hourMs, today } from './moment.ts'

const id = (last: string) => `0193f0c2-7a11-7bbb-8ccc-0000000000${last}`

const list: BookmarkLine[] = [
  {
    bookmark: id('b1'),
    title: 'Reserve at month end',
    path: '/trial?account=h%3Ausdt_reserve&at=47940',
    shared: false,
    by: 'bo',
    own: true,
    at_ms: today - 40 * hourMs,
  },
  {
    bookmark: id('b2'),
    title: 'Waiting for review',
    path: '/desks/withdrawals?state=review',
    shared: true,
    by: 'bo',
    own: true,
    at_ms: today - 20 * hourMs,
  },
  {
    bookmark: id('b3'),
    title: 'Adjustments of this quarter',
    path: '/registers?register=manual',
    shared: true,
    by: 'dmitri',
    own: false,
    at_ms: today - 70 * hourMs,
  },
  {
    bookmark: id('b4'),
    title: 'Large unmatched payments',
    path: '/desks/topups',
    shared: true,
    by: 'eve',
    own: false,
    at_ms: today - 5 * hourMs,
  },
]

export const bookmarksWorld: Readonly<Record<string, unknown>> = {
  'bookmarks/list': { list, most: 50 } satisfies BookmarksListData,
  'bookmarks/save': { bookmark: id('b5') },
  'bookmarks/forget': { done: true },
}
