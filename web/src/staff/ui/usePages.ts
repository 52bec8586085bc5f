// Lists that the server gives in pages, each beginning where the last one ended. Rows that are already read stay as
// they are: the cursor is a place in the log and not a number of rows, so nothing is shown twice and nothing is lost.
import { useCallback, useEffect, useRef, useState } from 'react'
import { useStaff, useStaffDispatch } from '../api/store.ts'

/** Rows of one call; the server gives at most 200. */
export const pageRows = 100

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
  error: unknown
  loadMore: () => void
  reload: () => void
}

/** `first` is the answer of the first page, for what stands beside its list. */
type Held<Row, Data> = Omit<Pages<Row>, 'loadMore' | 'reload' | 'more'> & {
  key: string
  next: string | number | null
  first: Data | null
}
/** An endpoint of the API slice. */
type Endpoint<Arg, Data> = { initiate: unknown; Types: { QueryArg: Arg; ResultType: Data } }
type Initiate = (arg: object, options: { subscribe: false; forceRefetch: true }) => never
type Answered<Data> = { data?: Data; error?: unknown }
type Asked<Arg> = Omit<Arg, 'before' | 'limit'> | null

const listOf = <Row>({ list }: { list: Row[] }): readonly Row[] => list

/** The list of `endpoint` for `arg`, page by page; another argument begins anew, null asks nothing. */
export function usePages<Row, Arg, Data extends Page & { list: Row[] }>(
  endpoint: Endpoint<Arg, Data & { list: Row[] }>,
  arg: Asked<Arg>,
): Pages<Row> & { first: Data | null } {
  return usePagesOf<Row, Arg, Data>(endpoint, arg, listOf)
}

/** The same for an answer whose rows are called something else; `rowsOf` must not change. */
export function usePagesOf<Row, Arg, Data extends Page>(
  endpoint: Endpoint<Arg, Data>,
  arg: Asked<Arg>,
  rowsOf: (data: Data) => readonly Row[],
): Pages<Row> & { first: Data | null } {
  const dispatch = useStaffDispatch()
  const session = useStaff((state) => state.session.state)
  const key = JSON.stringify(arg)
  const [held, setHeld] = useState<Held<Row, Data>>(() => fresh(key))
  /** Which question the next answer belongs to. */
  const asked = useRef(0)
  const current = held.key === key ? held : fresh<Row, Data>(key)

  const load = useCallback(
    async (before: string | number | null) => {
      if (key === 'null') return
      asked.current += 1
      const mine = asked.current
      setHeld((old) => ({ ...(old.key === key ? old : fresh<Row, Data>(key)), state: 'loading' }))
      const full = { ...(JSON.parse(key) as object), limit: pageRows, ...(before === null ? {} : { before }) }
      const { data, error } = (await dispatch(
        (endpoint.initiate as Initiate)(full, { subscribe: false, forceRefetch: true }),
      )) as Answered<Data>
      if (mine !== asked.current) return
      setHeld((old) => {
        if (data === undefined) return { ...old, state: 'failed', error }
        const rows = before === null ? rowsOf(data) : [...old.rows, ...rowsOf(data)]
        return {
          key,
          rows,
          total: data.total ?? old.total,
          next: data.next ?? null,
          searchedTo: data.searched_to ?? null,
          state: 'ready',
          error: null,
          first: before === null ? data : old.first,
        }
      })
    },
    [key, endpoint, dispatch, rowsOf],
  )

  useEffect(() => {
    if (session === 'open') void load(null)
  }, [load, session])

  const { state, next, ...rest } = current
  return {
    ...rest,
    more: next !== null,
    state: key === 'null' ? 'ready' : state,
    loadMore: useCallback(() => {
      if (state !== 'loading' && next !== null) void load(next)
    }, [state, next, load]),
    reload: useCallback(() => void load(null), [load]),
  }
}

function fresh<Row, Data>(key: string): Held<Row, Data> {
  return {
    key,
    rows: [],
    total: null,
    next: null,
    searchedTo: null,
    state: 'loading',
    error: null,
    first: null,
  }
}
