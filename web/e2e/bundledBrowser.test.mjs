// The browser and the font that are brought to a machine without any: they must do what the screens need.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chromium } from 'playwright-core'
import { candidates, chromiumFlags, findChromium } from './chromium.mjs'

/** Runs in the page: what a canvas with this text looks like. */
const drawn = (text) => {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) return ''
  context.font = '32px sans-serif'
  context.fillText(text, 4, 40)
  return canvas.toDataURL()
}

const isPinned = process.platform === 'linux' && process.arch === 'x64'
const skip = isPinned ? false : 'the pinned browser is for Linux on x64'

test('the pinned browser draws Chinese, has WebGL and a language that Intl knows', { skip }, async () => {
  const browser = await chromium.launch({
    executablePath: await findChromium('bundled'),
    args: chromiumFlags,
    headless: true,
  })
  try {
    const page = await browser.newPage()
    const [deep, sea, missing] = [
      await page.evaluate(drawn, '深'),
      await page.evaluate(drawn, '海'),
      await page.evaluate(drawn, '\u{10ffff}'),
    ]
    assert.notEqual(deep, sea)
    assert.notEqual(deep, missing)
    const context = await page.evaluate(() => Boolean(document.createElement('canvas').getContext('webgl2')))
    assert.ok(context, 'no WebGL')
    assert.equal(
      await page.evaluate(() => new Intl.NumberFormat(navigator.language).format(1234.5)),
      '1,234.5',
    )
  } finally {
    await browser.close()
  }
})

test('a browser is looked for in the folders of PATH first, and in the applications of a Mac', () => {
  const linux = candidates({ PATH: '/own/bin:/usr/bin' }, 'linux')
  assert.deepEqual(linux.slice(0, 2), ['/own/bin/chromium', '/usr/bin/chromium'])
  assert.ok(linux.includes('/usr/bin/google-chrome'))
  const mac = candidates({ HOME: '/Users/mara' }, 'darwin')
  assert.equal(mac[0], '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome')
  assert.ok(mac.includes('/Users/mara/Applications/Chromium.app/Contents/MacOS/Chromium'))
})

test('a path in CHROMIUM is used as it is', async () => {
  assert.equal(await findChromium('/own/browser'), '/own/browser')
})
