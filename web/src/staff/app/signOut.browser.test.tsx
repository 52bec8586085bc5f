// Signing out: the login is shown when the server has ended the session, and not before.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, expectClean, prepareConsole, show } from '../testing/console.tsx'

prepareConsole()

const refused = (error: number) => ({ 'session/close': { error, message: '', data: null } })
const still = () => page.getByRole('dialog', { name: 'You are still signed in' })
const signOut = () => page.getByRole('button', { name: 'Sign out' }).click()

test.each([
  ['a busy server', refused(-1008), '-1008'],
  ['a fault of the server', refused(-1), 'code -1\\.'],
  ['a line that is down', { 'session/close': undefined }, 'did not answer'],
])('with %s the person stays signed in, sees so and can try again', async (_, changes, why) => {
  const { store } = await show('/trial')
  answer(changes)
  await signOut()
  await expect.element(still()).toBeVisible()
  await expect.element(still().getByRole('alert')).toMatchTextContent(new RegExp(why))
  await expectClean()
  expect(store.getState().session).toMatchObject({ state: 'open', me: { name: 'bo' } })
  answer()
  await still().getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => store.getState().session).toEqual({ state: 'none', me: null, fault: null })
})

test('a session that the server does not know is ended', async () => {
  const { store } = await show('/trial')
  answer(refused(-1000))
  await signOut()
  await expect.poll(() => store.getState().session).toEqual({ state: 'none', me: null, fault: null })
})

test('whoever signs out by the palette sees the same, and may go on instead', async () => {
  const { store } = await show('/trial')
  answer(refused(-1008))
  await userEvent.keyboard('{Control>}k{/Control}Sign out{Enter}')
  await expect.element(still()).toBeVisible()
  await still().getByRole('button', { name: 'Stay signed in' }).click()
  await expect.element(still()).not.toBeInTheDocument()
  expect(store.getState().session.state).toBe('open')
})
