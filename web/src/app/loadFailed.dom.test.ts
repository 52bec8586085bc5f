import { fireEvent, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { countReloads } from '../testing/reload.ts'
import { server } from '../testing/server.ts'
import { showLoadFailed } from './loadFailed.ts'

const fault = new Error('Failed to fetch dynamically imported module')
const retry = () => screen.getByRole('button', { name: 'Retry / 重试' })

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  document.body.innerHTML = '<div id="splash"></div><div id="root"></div>'
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  document.body.innerHTML = ''
})

/** The server's page, which is there or is not, and how often it was asked for. */
function page() {
  const given = { there: false, asked: 0 }
  const answer = () => (given.asked++, given.there ? HttpResponse.text('the page') : HttpResponse.error())
  server.use(http.get(`${location.origin}/`, answer))
  return given
}

test('a start without one of its files says so in both languages, and reloads once the server answers', async () => {
  const given = page()
  const reload = countReloads()
  showLoadFailed(fault)
  expect(screen.getByRole('alert')).toHaveTextContent('Could not load / 加载失败')
  expect(screen.getByText('加载失败')).toHaveAttribute('lang', 'zh')
  retry().focus()
  fireEvent.click(retry())
  expect(retry()).toBeDisabled()
  retry().blur()
  await waitFor(() => expect(retry()).toBeEnabled())
  expect(retry()).toHaveFocus()
  expect(given.asked).toBe(1)
  expect(reload).not.toHaveBeenCalled()
  given.there = true
  fireEvent.click(retry())
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
})

test('it reloads by itself, once, when the connection is back and the server answers', async () => {
  const given = page()
  const reload = countReloads()
  showLoadFailed(fault)
  dispatchEvent(new Event('online'))
  await waitFor(() => expect(retry()).toBeEnabled())
  expect([given.asked, reload.mock.calls.length]).toEqual([1, 0])
  given.there = true
  dispatchEvent(new Event('online'))
  dispatchEvent(new Event('online'))
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(given.asked).toBe(2)
})

test('a connection that is back after a screen has come does nothing to it', () => {
  const given = page()
  showLoadFailed(fault)
  document.getElementById('root')?.replaceChildren('The sea')
  dispatchEvent(new Event('online'))
  expect(given.asked).toBe(0)
})

test('a screen that stands already goes on', () => {
  document.body.innerHTML = '<div id="root"><main>The sea</main></div>'
  const given = page()
  showLoadFailed(fault)
  dispatchEvent(new Event('online'))
  expect(screen.getByText('The sea')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(given.asked).toBe(0)
})
