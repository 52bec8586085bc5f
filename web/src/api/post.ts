// How every generated call is made: a POST of its argument, and of one page of it for a list.
import type { Call } from './baseQuery.ts'

/** Rows of a page when the argument names no `size`; the server allows at most 50. */
export const pageSize = 20

/** The cursor of a page: empty for the newest rows. */
export type PageParam = string

/** The argument of a list without its cursor, which the cache keeps; nothing when no other field is required. */
export type Paged<Arg> =
  object extends Omit<Arg, 'last_id'> ? Omit<Arg, 'last_id'> | void : Omit<Arg, 'last_id'>

/** The call of a path after /api/v1/. */
export const post =
  (path: string) =>
  (body: object | void): Call => ({ url: `/api/v1/${path}`, method: 'POST', ...(body ? { body } : {}) })

/** The call of one page of a list. */
export const postPage =
  (path: string) =>
  ({ queryArg, pageParam }: { queryArg: object | void; pageParam: PageParam }): Call =>
    post(path)({ size: pageSize, ...queryArg, last_id: pageParam })

/** How one page leads to the next. */
export const paged = {
  initialPageParam: '',
  getNextPageParam: (page: { has_more: boolean; next_last_id: string }): PageParam | undefined =>
    page.has_more ? page.next_last_id : undefined,
}
