// When the canvas draws and when it rests, in a real browser.
import { expect, onTestFinished, test } from 'vitest'
import { receive } from '../../../../platform/bridge.ts'
import { Stage } from './stage.ts'

const frame = () => new Promise((done) => requestAnimationFrame(done))

/** A stage in the page, and what it did. */
function staged() {
  const host = document.createElement('div')
  host.style.cssText = 'position:relative;width:320px;height:400px'
  document.body.append(host)
  const seen = { running: [] as boolean[], frames: 0 }
  const stage = new Stage(
    { theme: 'light', low: false, calm: false, renderer: 'canvas' },
    {
      sized: () => undefined,
      running: (running) => void seen.running.push(running),
      frame: () => void seen.frames++,
      life: () => undefined,
    },
  )
  onTestFinished(() => {
    stage.destroy()
    host.remove()
    receive('visibility_changed', { is_visible: true })
  })
  return { host, seen, stage }
}

test('no frame is drawn while the messenger has put the product aside', async () => {
  const { host, seen, stage } = staged()
  stage.attach(host)
  await expect.poll(() => seen.frames).toBeGreaterThan(0)
  receive('visibility_changed', { is_visible: false })
  const drawn = seen.frames
  await frame()
  await frame()
  expect(seen.frames).toBe(drawn)
  receive('visibility_changed', { is_visible: true })
  await expect.poll(() => seen.frames).toBeGreaterThan(drawn)
  stage.detach()
  receive('visibility_changed', { is_visible: false })
  receive('visibility_changed', { is_visible: true })
  // Attached, aside, back and taken off; after that it hears nothing.
  expect(seen.running.slice(-4)).toEqual([true, false, true, false])
})
