// The store: three slices that the server does not own, and the one API cache.
import { configureStore, type Middleware } from '@reduxjs/toolkit'
import { api } from '../api/api.ts'
import { endpoints } from '../api/endpoints.gen.ts'
import { sessionOpened, type Wire } from '../api/session.ts'
import { clientReducer } from './client.ts'
import { pagesReducer } from './pages.ts'
import { savedPages, storageMiddleware } from './storage.ts'
import { systemReducer } from './system.ts'

/** A login answers with the player, as `user/info` does: the cache takes it from there. */
const cacheLogin: Middleware =
  ({ dispatch }) =>
  (next) =>
  (action) => {
    const result = next(action)
    if (sessionOpened.match(action)) {
      const value = { user: action.payload.user }
      dispatch(endpoints.util.upsertQueryEntries([{ endpointName: 'userInfo', arg: undefined, value }]))
    }
    return result
  }

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
        .prepend(storageMiddleware, cacheLogin)
        .concat(api.middleware),
  })
}

export type Store = ReturnType<typeof createStore>
export type RootState = ReturnType<Store['getState']>
