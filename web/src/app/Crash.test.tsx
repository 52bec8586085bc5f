// A screen that could not be loaded, on a device that keeps what it is given and on one that does not.
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tabStorage } from '../shared/tabStorage.ts'
import { onlineSet } from '../state/system.ts'
import { countReloads } from '../testing/reload.ts'
import { show, signedInStore } from '../testing/render.tsx'
import { server } from '../testing/server.ts'
import { refuseTabStorage } from '../testing/storage.ts'
import { RouteCrash } from './Crash.tsx'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  tabStorage.clear()
})

/** The screen without a connection, and then with one. */
async function offlineThenOnline() {
  const { store } = signedInStore()
  store.dispatch(onlineSet(false))
  await show(<RouteCrash fault={new Error('lost')} />, { store })
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
  act(() => void store.dispatch(onlineSet(true)))
}

test('it is loaded anew when the connection is back', async () => {
  const reload = countReloads()
  tabStorage.set('a command without an answer', 'its id')
  await offlineThenOnline()
  expect(reload).toHaveBeenCalledOnce()
})

test('what only the page remembers is not given up by itself, but when the player says so', async () => {
  refuseTabStorage()
  server.use(http.get(`${location.origin}/`, () => HttpResponse.text('the page')))
  const reload = countReloads()
  tabStorage.set('a command without an answer', 'its id')
  await offlineThenOnline()
  expect(reload).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
})
