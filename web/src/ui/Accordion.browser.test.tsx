// A section at the end of a page, in a real browser: what it opens comes into view.
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Section } from './Accordion.tsx'
import './tokens.css'

function Scene() {
  const [open, setOpen] = useState(false)
  return (
    <div style={{ position: 'fixed', inset: 0, overflowY: 'auto' }}>
      <div style={{ height: innerHeight - 60 }} />
      <Section id="last" icon="lock" title="Last" open={open} onToggle={setOpen}>
        <p style={{ height: 200 }}>Text</p>
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
