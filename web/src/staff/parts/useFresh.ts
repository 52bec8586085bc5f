// Money on a screen is never old: what a screen asks for is asked again while somebody looks at it. Every screen with
// money uses this, and says with `AsOf` which position its numbers are of.
import { useEffect, useRef } from 'react'
import { useWritable } from '../api/store.ts'

/** The oldest that a number gets while somebody looks. */
export const freshMs = 5_000
/** Pages of a list that are asked for again. Every page is a call: of a longer list its foot says that it is older. */
const pagesMax = 3

/** A query or an infinite query of the api, as its hook returns it. */
type Asked = {
  currentData?: unknown
  isUninitialized: boolean
  isFetching: boolean
  refetch: () => unknown
}

const pagesOf = (data: unknown) =>
  typeof data === 'object' && data !== null && 'pages' in data && Array.isArray(data.pages)
    ? data.pages.length
    : 1

/**
 * The same query. Its answer is asked for again every five seconds, and at once when the tab is looked at again; a
 * moment in the past does not change. `isOld` is a list that has become too long to be asked for again.
 */
export function useFresh<Query extends Asked>(query: Query): Query & { isOld: boolean } {
  const isNow = useWritable()
  const latest = useRef<Asked>(query)
  useEffect(() => {
    latest.current = query
  }, [query])
  useEffect(() => {
    if (!isNow) return undefined
    const look = () => {
      const { isUninitialized, isFetching, currentData, refetch } = latest.current
      const isSeen = document.visibilityState === 'visible' && pagesOf(currentData) <= pagesMax
      if (isSeen && !isUninitialized && !isFetching) void refetch()
    }
    const timer = setInterval(look, freshMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [isNow])
  return { ...query, isOld: isNow && pagesOf(query.currentData) > pagesMax }
}
