// The states of a query in the players' kit: grey blocks, the error card, nothing there, or the data.
import type { ReactNode } from 'react'
import { QueryState as States, type QueryLike } from '../shared/QueryState.tsx'
import { More } from './More.tsx'
import { ErrorCard, Skeleton } from './states.tsx'

const drawFailed = (error: unknown, retry: () => void, busy: boolean) => (
  <ErrorCard error={error} onRetry={retry} busy={busy} />
)

/** Draws a query; `heights` are those of the blocks while it loads, in rem. */
export function QueryState<Data>({
  query,
  heights,
  children,
}: {
  query: QueryLike<Data>
  heights: readonly number[]
  children: (data: Data) => ReactNode
}) {
  return (
    <States query={query} loading={<Skeleton heights={heights} />} failed={drawFailed}>
      {children}
    </States>
  )
}

/** The part of an infinite query's result that a list in pages needs. */
export type PagesLike<Row> = QueryLike<{ pages: { list: Row[] }[] }> & {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

type ListProps<Row> = {
  query: PagesLike<Row>
  heights: readonly number[]
  /** Shown instead of a list without rows. */
  empty: ReactNode
  /** Shown at the end of the last page. */
  end?: ReactNode
  /** Which rows are shown; all of them when absent. */
  filter?: (row: Row) => boolean
  children: (rows: readonly Row[]) => ReactNode
}

/** Draws a list in pages, with a way to the next one. */
export function PagesState<Row>({ query, heights, empty, end = null, filter, children }: ListProps<Row>) {
  return (
    <QueryState query={query} heights={heights}>
      {({ pages }) => {
        const all = pages.flatMap(({ list }) => list)
        const rows = filter ? all.filter(filter) : all
        if (rows.length === 0 && !query.hasNextPage) return empty
        return (
          <>
            {rows.length > 0 && children(rows)}
            {query.hasNextPage ? (
              <More
                busy={query.isFetchingNextPage}
                // Loading the shown pages again may fail as well, which is no reason to stop before the next one.
                error={query.isFetchNextPageError ? query.error : undefined}
                onMore={() => void query.fetchNextPage()}
              />
            ) : (
              end
            )}
          </>
        )
      }}
    </QueryState>
  )
}
