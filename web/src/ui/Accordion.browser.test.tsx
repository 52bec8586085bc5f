// A section at the end of a page, in a real browser: what it opens comes into view.
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Section } from './Accordion.tsx'
import './tokens.css'
import './base.css'

function Scene({ onText }: { onText?: () => void }) {
  const [open, setOpen] = useState(false)
  return (
    <div style={{ position: 'fixed', inset: 0, overflowY: 'auto' }}>
      <div style={{ height: innerHeight - 60 }} />
      <Section id="last" icon="lock" title="Last" open={open} onToggle={setOpen}>
        <button type="button" style={{ height: 200, width: '100%' }} onClick={onText}>
          Text
        </button>
      </Section>
    </div>
  )
}

test('a section that opens below the edge comes into view', async () => {
  await render(<Scene />)
  await page.getByText('Last').click()
  const text = page.getByText('Text')
  await expect.element(text).toBeVisible()
  await expect.poll(() => text.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(innerHeight)
})

test('the second tap of a double tap does not meet what came under the finger', async () => {
  let taps = 0
  await render(<Scene onText={() => taps++} />)
  // As far apart as a thumb's.
  await userEvent.dblClick(page.getByText('Last'), { delay: 100 })
  await expect.element(page.getByText('Text')).toBeVisible()
  expect(taps).toBe(0)
})
