// The store: three slices that the server does not own, and the one API cache.
import { configureStore } from '@reduxjs/toolkit'
import { api } from '../api/api.ts'
import type { Wire } from '../api/session.ts'
import { clientReducer } from './client.ts'
import { pagesReducer } from './pages.ts'
import { savedPages, storageMiddleware } from './storage.ts'
import { systemReducer } from './system.ts'

/** A store that calls the server through `wire`. */
export function createStore(wire: Wire) {
  return configureStore({
    reducer: {
      client: clientReducer,
      system: systemReducer,
      pages: pagesReducer,
      [api.reducerPath]: api.reducer,
    },
    preloadedState: { pages: savedPages() },
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: wire } })
        .prepend(storageMiddleware)
        .concat(api.middleware),
  })
}

export type Store = ReturnType<typeof createStore>
export type RootState = ReturnType<Store['getState']>
