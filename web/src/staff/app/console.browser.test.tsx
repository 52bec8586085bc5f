// How the console behaves: three clicks from a balance to its events, one moment for every read, a session that ends
// and leaves the screen where it is, keys, the palette, and what a person without the permission sees.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import axe from 'axe-core'
import { Provider } from 'react-redux'
import { RouterProvider } from 'react-router/dom'
import { render } from 'vitest-browser-react'
import { asOfPaths } from '../api/calls.gen.ts'
import { pastIsReadOnly } from '../api/call.ts'
import { api } from '../api/api.ts'
import { createStore } from '../api/store.ts'
import { answer, prepareConsole, show } from '../testing/console.tsx'
import { mara, world } from '../testing/world.ts'
import { Gate } from './Gate.tsx'
import { makeRouter } from './router.tsx'
import { askWho } from './who.ts'

prepareConsole()

/** Opens the whole console as `main.tsx` does. */
async function openConsole(hash: string) {
  location.hash = hash
  const store = createStore()
  void store.dispatch(askWho())
  const shown = await render(
    <div style={{ height: '100vh' }}>
      <Provider store={store}>
        <Gate makeRouter={() => makeRouter(store)} RouterProvider={RouterProvider} />
      </Provider>
    </div>,
  )
  return { ...shown, store }
}

test('three clicks lead from a balance to the event behind it', async () => {
  const { router } = await show(`/players/${mara}`)
  await page.getByRole('button', { name: 'USDT, free' }).click()
  await page.getByRole('dialog').getByRole('row').nth(1).click()
  await expect
    .element(page.getByRole('dialog').getByText('Exchanged 1,000.00 GUSD into 0.10 USDT'))
    .toBeVisible()
  const { violations } = await axe.run(document.querySelector('dialog') ?? document)
  expect(violations.map(({ id }) => id)).toEqual([])
  await page.getByRole('dialog').getByRole('link', { name: 'Open the event' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/events/0/48031')
})

test('the slider asks for the balances right after the chosen event', async () => {
  const calls = answer()
  await show(`/players/${mara}`)
  const slider = page.getByRole('slider', { name: 'As of event number' })
  await expect.element(slider).toBeVisible()
  ;(slider.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(page.getByText('right after event 239')).toBeVisible()
  expect(calls.filter(({ path }) => path === 'players/info').at(-1)?.body).toMatchObject({
    player: mara,
    as_of: '48024',
  })
})

const reading = [
  '/overview',
  '/players?q=R361FY3Z',
  `/players/${mara}`,
  '/entries',
  '/trial',
  `/statement?owner=${mara}`,
  '/events',
  '/registers',
  '/proofs',
  '/samples?seed=s',
]

test.each(reading)('in the past %s asks for that moment and says so', async (path) => {
  const calls = answer()
  await show(`${path}${path.includes('?') ? '&' : '?'}at=47940`)
  await expect.element(page.getByText('You are looking at the past. Read only.')).toBeVisible()
  await expect.poll(() => calls.length).toBeGreaterThan(0)
  for (const { path: called, body } of calls.filter(({ path: called }) =>
    asOfPaths.has(`/staff/v1/${called}`),
  ))
    expect([called, body['as_of']]).toEqual([called, '47940'])
})

test('links keep the moment; returning to now takes it away', async () => {
  const { router } = await show('/trial?at=47940')
  await page.getByRole('link', { name: 'Prize reserve' }).click()
  await expect.poll(() => router.state.location.search).toBe('?account=h%3Ausdt_reserve&at=47940')
  await page.getByRole('button', { name: 'Return to now' }).click()
  await expect.poll(() => router.state.location.search).toBe('?account=h%3Ausdt_reserve')
})

test('the moment is asked for by t, and what is no moment is named', async () => {
  const { router } = await show('/trial')
  await expect.element(page.getByRole('heading', { name: 'Trial balance' })).toBeVisible()
  await userEvent.keyboard('t')
  await userEvent.keyboard('yesterday{Enter}')
  await expect
    .element(page.getByText('A position is a whole number; a time is written like 2026-01-31T12:00:00Z.'))
    .toBeVisible()
  await page.getByLabelText(/Position in the log/).fill('47940')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => router.state.location.search).toBe('?at=47940')
})

test('nothing that changes facts leaves the browser while the past is shown', async () => {
  const calls = answer()
  const { store } = await show('/trial?at=47940')
  const write = api.injectEndpoints({
    endpoints: (build) => ({
      tried: build.mutation<unknown, void>({
        query: () => ({ url: '/staff/v1/tests/write', method: 'POST' }),
      }),
    }),
  })
  const ids = await import('../api/calls.gen.ts')
  ;(ids.reqIdPaths as Set<string>).add('/staff/v1/tests/write')
  const { error } = await store.dispatch(write.endpoints.tried.initiate())
  expect(error).toEqual(pastIsReadOnly())
  expect(calls.map(({ path }) => path)).not.toContain('tests/write')
})

test('without a session there is the login; a wrong one says so, a right one opens the console', async () => {
  const calls = answer({
    'session/me': { error: -1000, message: 'Sign in.' },
    'session/open': (body: { totp: string }) =>
      body.totp === '123456'
        ? { me: world['session/me'] }
        : { error: 9006, message: 'Name, password or code is wrong.' },
  })
  const { container } = await openConsole('/trial')
  await page.getByLabelText('Name').fill('ann')
  await page.getByLabelText('Password').fill('secret')
  await page.getByLabelText('Code of your authenticator').fill('000 000')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Name, password or code is wrong. (9006)')
  const { violations } = await axe.run(container)
  expect(violations.map(({ id }) => id)).toEqual([])
  await page.getByLabelText('Code of your authenticator').fill('123 456')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect.element(page.getByRole('heading', { name: 'Trial balance' })).toBeVisible()
  expect(calls.find(({ path, body }) => path === 'session/open' && body['totp'] === '123456')).toBeTruthy()
})

test('an account is activated with a password of its owner and a second factor of this browser', async () => {
  const calls = answer({ 'session/me': { error: -1000, message: 'Sign in.' } })
  const { container } = await openConsole('/trial')
  await page.getByRole('button', { name: 'I have a code of activation' }).click()
  await page.getByLabelText('Name').fill('eve')
  await page.getByLabelText('Code of activation').fill('MFRG-GZDF')
  await page.getByLabelText('New password', { exact: true }).fill('too short')
  await page.getByLabelText('New password again').fill('too short')
  await page.getByLabelText('Code of your authenticator').fill('123 456')
  const activate = page.getByRole('button', { name: 'Activate' })
  await activate.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('A password has 12 characters or more.')
  const { violations } = await axe.run(container)
  expect(violations.map(({ id }) => id)).toEqual([])
  await page.getByLabelText('New password', { exact: true }).fill('only eve knows it')
  await page.getByLabelText('New password again').fill('only eve knows it')
  await activate.click()
  await expect.element(page.getByText(/Your account is active/)).toBeVisible()
  await expect.element(page.getByLabelText('Name')).toHaveValue('eve')
  const sent = calls.find(({ path }) => path === 'session/activate')?.body
  expect(sent).toMatchObject({ name: 'eve', password: 'only eve knows it', totp: '123456' })
  expect(String(sent?.['totp_secret'])).toMatch(/^[A-Z2-7]{32}$/)
})

test('a session that ends asks for the login over the screen, which stays', async () => {
  let open = true
  answer({
    'session/open': () => {
      open = true
      return { me: world['session/me'] }
    },
    'books/trial': () => (open ? world['books/trial'] : { error: -1000, message: 'Sign in.' }),
  })
  const { store } = await openConsole('/trial?from=41000')
  await expect.element(page.getByText('Every asset adds up to zero')).toBeVisible()
  open = false
  store.dispatch(api.util.resetApiState())
  await expect.element(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible()
  await page.getByLabelText('Password').fill('secret')
  await page.getByLabelText('Code of your authenticator').fill('123456')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect.element(page.getByText('Every asset adds up to zero')).toBeVisible()
  expect(location.hash).toBe('#/trial?from=41000')
})

test('the palette finds screens, players and positions', async () => {
  const { router } = await show('/overview')
  await expect.element(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.keyboard('R361')
  await page.getByRole('option', { name: /R361FY3Z/ }).click()
  await expect.poll(() => router.state.location.pathname).toBe(`/players/${mara}`)
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.keyboard('48031')
  await expect.element(page.getByRole('option', { name: /Event at position 48031/ })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => router.state.location.pathname).toBe('/events/0/48031')
})

test('j and k move through a list, Enter opens', async () => {
  const { router } = await show('/events')
  await expect.element(page.getByRole('gridcell', { name: '48031' })).toBeVisible()
  await userEvent.keyboard('jjk{Enter}')
  await expect.poll(() => router.state.location.pathname).toBe('/events/0/48031')
})

test('a long list shows where it is and asks for more by its cursor', async () => {
  const calls = answer()
  await show('/entries')
  await expect.element(page.getByText('100 of 660')).toBeVisible()
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect.element(page.getByText('200 of 660')).toBeVisible()
  expect(calls.filter(({ path }) => path === 'entries/list').map(({ body }) => body['before'])).toEqual([
    undefined,
    '100',
  ])
})

test('who lacks a permission reads which, and does not see the screen in the navigation', async () => {
  const calls = answer()
  await show('/trial', { can: ['overview.info'] })
  await expect.element(page.getByText(/needs the permission “books.trial”/)).toBeVisible()
  expect(
    page
      .getByRole('navigation')
      .getByRole('link')
      .elements()
      .map((link) => link.textContent),
  ).toEqual(['Overview'])
  expect(calls).toEqual([])
})

test('a refused call says why and tries again', async () => {
  let broken = true
  answer({
    'books/trial': () =>
      broken ? { error: 9001, message: 'as_of: there is no such position.' } : world['books/trial'],
  })
  await show('/trial?at=9000000')
  await expect.element(page.getByText('as_of: there is no such position. (9001)')).toBeVisible()
  broken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Every asset adds up to zero')).toBeVisible()
})
