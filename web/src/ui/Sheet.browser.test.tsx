// Taps on sheets that come and go, in a real browser: only there does a tap meet what lies under it.
import { useState } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { startTexts } from '../i18n/i18n.ts'
import { Button } from './Button.tsx'
import { MainButton } from './MainButton.tsx'
import { Sheet } from './Sheet.tsx'
import './tokens.css'
import './base.css'

beforeAll(() => startTexts('en'))

/** A sheet that a wide button opens, over a screen that is one large button. */
function Scene({ onBelow }: { onBelow: () => void }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        style={{ position: 'fixed', inset: 0, width: '100%' }}
        onClick={() => {
          onBelow()
          setOpen(true)
        }}
      >
        Below
      </button>
      <Sheet
        open={open}
        title="Sure?"
        onClose={() => setOpen(false)}
        footer={<MainButton onPress={() => setOpen(false)}>Confirm</MainButton>}
      >
        <p>Text</p>
      </Sheet>
    </>
  )
}

test('the second tap of a double tap neither closes what it opened nor reaches what lay below', async () => {
  let taps = 0
  await render(<Scene onBelow={() => taps++} />)
  const below = page.getByRole('button', { name: 'Below' })
  await userEvent.dblClick(below, { position: { x: 20, y: 20 } })
  const confirm = page.getByRole('button', { name: 'Confirm' })
  await expect.element(confirm).toBeVisible()
  await new Promise(requestAnimationFrame)
  await expect.element(page.getByRole('dialog', { name: 'Sure?' })).toBeVisible()
  expect(taps).toBe(1)

  await userEvent.dblClick(confirm)
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(taps).toBe(1)
  // A tap that was meant is taken again.
  await userEvent.click(below, { position: { x: 20, y: 20 } })
  expect(taps).toBe(2)
})

/** A command that is answered at once. */
function Command({ onSent }: { onSent: () => void }) {
  const [busy, setBusy] = useState(false)
  const send = async () => {
    onSent()
    setBusy(true)
    await new Promise(requestAnimationFrame)
    setBusy(false)
  }
  return (
    <Button busy={busy} onClick={() => void send()}>
      Rotate
    </Button>
  )
}

test('a double tap sends one command, however quick the answer is', async () => {
  let sent = 0
  await render(<Command onSent={() => sent++} />)
  const rotate = page.getByRole('button', { name: 'Rotate' })
  // As far apart as a thumb's.
  await userEvent.dblClick(rotate, { delay: 100 })
  expect(sent).toBe(1)
  await userEvent.click(rotate)
  expect(sent).toBe(2)
})

test('a sheet ends above the tabs', async () => {
  await render(<Scene onBelow={() => undefined} />)
  await userEvent.click(page.getByRole('button', { name: 'Below' }))
  const sheet = page.getByRole('dialog', { name: 'Sure?' })
  await expect.element(sheet).toBeVisible()
  const tabs = document.createElement('div')
  tabs.style.height = 'var(--tabs-height)'
  document.body.append(tabs)
  await expect
    .poll(() => innerHeight - sheet.element().getBoundingClientRect().bottom)
    .toBeGreaterThanOrEqual(tabs.offsetHeight)
  tabs.remove()
})
