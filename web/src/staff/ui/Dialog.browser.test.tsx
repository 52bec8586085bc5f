// A dialog that cannot be put aside stays: Chromium lets a page refuse only the first Esc, the next one closes the
// element.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Dialog } from './Dialog.tsx'

const isOpen = () => document.querySelector('dialog')?.open

test('a login over the screen is not put aside by Esc, however often it is pressed', async () => {
  await render(
    <Dialog title="Sign in again" onClose={() => undefined} closable={false}>
      <input aria-label="Password" data-first />
    </Dialog>,
  )
  for (let times = 0; times < 4; times += 1) await userEvent.keyboard('{Escape}')
  expect(isOpen()).toBe(true)
  await expect.element(page.getByLabelText('Password')).toHaveFocus()
})

test('a dialog that its screen keeps is opened again when the browser closes it', async () => {
  await render(
    <Dialog title="Still busy" onClose={() => undefined}>
      <input aria-label="Reason" data-first />
    </Dialog>,
  )
  document.querySelector('dialog')?.close()
  await expect.poll(isOpen).toBe(true)
  await expect.element(page.getByLabelText('Reason')).toHaveFocus()
})

test('a dialog that is no longer drawn is gone', async () => {
  const { rerender } = await render(
    <Dialog title="Done" onClose={() => undefined}>
      <input aria-label="Reason" />
    </Dialog>,
  )
  await rerender(<p>The screen</p>)
  expect(isOpen()).toBeUndefined()
})
