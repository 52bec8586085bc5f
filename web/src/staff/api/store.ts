// The console's store: who, when, and the one cache.
import { configureStore } from '@reduxjs/toolkit'
import { setupListeners } from '@reduxjs/toolkit/query'
import { useDispatch, useSelector } from 'react-redux'
import './tags.ts'
import { api } from './api.ts'
import { sessionReducer } from './session.ts'
import { viewReducer } from './view.ts'

/** A store that calls the server of the page's own origin. */
export function createStore() {
  const store = configureStore({
    reducer: { session: sessionReducer, view: viewReducer, [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults().concat(api.middleware),
  })
  setupListeners(store.dispatch)
  return store
}

export type Store = ReturnType<typeof createStore>
export type State = ReturnType<Store['getState']>
export const useStaffDispatch = useDispatch.withTypes<Store['dispatch']>()
export const useStaff = useSelector.withTypes<State>()

/** Whether the person may make a call, for example `entries.list`. */
export function useCan(permission: string): boolean {
  return useStaff(({ session }) => session.me?.can.includes(permission) ?? false)
}

/** What every read of the books says about the moment: nothing for now. Spread it into the call's argument. */
export function usePast(): { as_of?: string } {
  const asOf = useStaff(({ view }) => view.asOf)
  return asOf === null ? {} : { as_of: asOf }
}

/** Whether writes may be offered: not while the past is shown. */
export function useWritable(): boolean {
  return useStaff(({ view }) => view.asOf === null)
}
