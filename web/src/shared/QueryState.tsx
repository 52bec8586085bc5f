// What every screen shows of a query: its data, nothing there, why there is none, or that it is loading. Each app
// draws these states with its own kit.
import type { ReactNode } from 'react'

/** The part of a query hook's result that decides. */
export type QueryLike<Data> = {
  data?: Data | undefined
  error?: unknown
  isFetching: boolean
  refetch: () => unknown
}

type Props<Data> = {
  query: QueryLike<Data>
  loading: ReactNode
  /** Draws the error with a way to try again; `busy` while a try is under way. */
  failed: (error: unknown, retry: () => void, busy: boolean) => ReactNode
  /** Shown instead of data that is empty. */
  empty?: ReactNode
  isEmpty?: (data: Data) => boolean
  children: (data: Data) => ReactNode
}

/** Data that was loaded once stays on the screen while it is loaded again, also when that fails. */
export function QueryState<Data>({ query, loading, failed, empty, isEmpty, children }: Props<Data>) {
  const { data, error, isFetching, refetch } = query
  if (data === undefined || data === null)
    return error ? failed(error, () => void refetch(), isFetching) : loading
  return isEmpty?.(data) ? empty : children(data)
}
