// Lists that the server gives in pages, each beginning where the last one ended, as a table reads them. The rows are in
// the cache of the api: what a change makes out of date is fetched again on every screen that shows it.
import { useMemo } from 'react'

/** What every list of the console is answered with beside its rows. */
export type Page = {
  next?: string | number | null | undefined
  total?: number | null | undefined
  searched_to?: number | null | undefined
}

/** What a table needs to know of a list. */
export type Pages<Row> = {
  rows: readonly Row[]
  total: number | null
  more: boolean
  /** A rare thing is looked for: the search is down to this position. */
  searchedTo: number | null
  state: 'loading' | 'ready' | 'failed'
  /** It is not asked for again by itself, though the lists of its kind are. */
  isOld: boolean
  error: unknown
  loadMore: () => void
  reload: () => void
}

/** An infinite query of the api, as its hook returns it. */
type Query<Data> = {
  currentData?: { pages: Data[] } | undefined
  error?: unknown
  isUninitialized: boolean
  isFetching: boolean
  isOld?: boolean
  hasNextPage: boolean
  fetchNextPage: () => unknown
  refetch: () => unknown
}

const listOf = <Row>({ list }: { list: readonly Row[] }): readonly Row[] => list

/** The rows of a query and its state; `first` is the answer of the first page, for what stands beside its list. */
export function usePages<Row, Data extends Page & { list: readonly Row[] }>(
  query: Query<Data & { list: readonly Row[] }>,
): Pages<Row> & { first: Data | null } {
  return usePagesOf<Row, Data>(query, listOf)
}

/** The same for an answer whose rows are called something else; `rowsOf` must not change. */
export function usePagesOf<Row, Data extends Page>(
  query: Query<Data>,
  rowsOf: (data: Data) => readonly Row[],
): Pages<Row> & { first: Data | null } {
  const { currentData, error, isUninitialized, isFetching, isOld = false, hasNextPage } = query
  const { fetchNextPage, refetch } = query
  return useMemo(() => {
    const pages = currentData?.pages ?? []
    const failed = !isFetching && error !== undefined
    return {
      rows: pages.flatMap(rowsOf),
      total: pages.findLast(({ total }) => typeof total === 'number')?.total ?? null,
      more: hasNextPage && currentData !== undefined,
      searchedTo: pages.at(-1)?.searched_to ?? null,
      state: failed ? 'failed' : isUninitialized || (!isFetching && currentData) ? 'ready' : 'loading',
      isOld,
      error,
      first: pages[0] ?? null,
      loadMore: () => {
        if (hasNextPage && !isFetching) void fetchNextPage()
      },
      reload: () => void refetch(),
    }
  }, [currentData, error, isUninitialized, isFetching, isOld, hasNextPage, fetchNextPage, refetch, rowsOf])
}
