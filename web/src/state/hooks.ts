// Typed access to the store from components.
import { useCallback } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import type { Asset, User } from '../api/endpoints.gen.ts'
import { selectUserInfo } from './selectors.ts'
import { pageValueSet, type Json, type PageName } from './pages.ts'
import type { RootState, Store } from './store.ts'

export const useAppDispatch = useDispatch.withTypes<Store['dispatch']>()
export const useAppSelector = useSelector.withTypes<RootState>()

/** Balances of the highest version seen; null until the first answer. */
export const useAssets = (): Asset | null => useAppSelector((state) => state.client.assets)

/** The signed-in player; null until the login's answer. */
export const useUser = (): User | null => useAppSelector(selectUserInfo)

/** While the server announces changes by itself, one poll in so many is enough as a fallback. */
const seldom = 6

/** Milliseconds between two polls of what others change; `everyMs` is the interval without live updates. */
export const usePace = (everyMs: number): number =>
  useAppSelector((state) => (state.system.live ? everyMs * seldom : everyMs))

/** A value that a page keeps over visits, and its setter. `guard` refuses what an older version or a stranger wrote. */
export function usePageValue<T extends Json>(
  page: PageName,
  key: string,
  fallback: T,
  guard: (value: Json) => value is T,
): [T, (value: T) => void] {
  const dispatch = useAppDispatch()
  const stored = useAppSelector((state) => state.pages[page]?.[key])
  const set = useCallback(
    (value: T) => void dispatch(pageValueSet({ page, key, value })),
    [dispatch, page, key],
  )
  return [stored !== undefined && guard(stored) ? stored : fallback, set]
}
