// How every generated call is made: a POST of its argument.
import type { Call } from './baseQuery.ts'

/** The call of a path after /api/v1/. */
export const post =
  (path: string) =>
  (body: object | void): Call => ({ url: `/api/v1/${path}`, method: 'POST', ...(body ? { body } : {}) })
