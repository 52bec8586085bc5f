// The first picture: it stands before any code has come, and the game's canvas takes its place without a change of
// look, by day and by night.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, openPhone, settled } from './browser.mjs'
import { base, newId } from './player.mjs'

/** Of 255, for each of red, green and blue: the canvas has noise, and a veil that darkens its edges. */
const tolerance = 26
/** Places in CSS pixels that no part of the game covers: two of the sky, the coat of the angler, the water. */
const places = [
  [300, 100],
  [230, 225],
  [122, 256],
  [340, 320],
]

for (const dark of [false, true]) {
  test(`the splash becomes the sea ${dark ? 'by night' : 'by day'}`, async () => {
    const browser = await openBrowser()
    try {
      const { page, problems } = await openPhone(browser, { dark })
      const code = await heldBack(page)
      await page.goto(`${base}/dev?tg_id=${newId()}`, { waitUntil: 'commit' })
      await page.getByText('Deep Line', { exact: true }).waitFor()
      const first = await coloursOf(page, [...places, [2, 2], [200, 840]])
      for (const colour of first)
        assert.ok(
          colour.some((part) => part < 235),
          `white: ${colour.join()}`,
        )
      code.comes()
      await settled(page)
      await page.locator('[data-state=ready] canvas').waitFor()
      await page.waitForFunction(() => document.getElementById('splash') === null)
      const sea = await coloursOf(page, places)
      for (const [index, colour] of sea.entries())
        assert.ok(
          colour.every((part, at) => Math.abs(part - first[index][at]) <= tolerance),
          `at ${places[index].join()}: the splash is ${first[index].join()}, the sea ${colour.join()}`,
        )
      assert.deepEqual(problems, [])
    } finally {
      await browser.close()
    }
  })
}

test('another screen than the game has no splash behind it', async () => {
  const browser = await openBrowser()
  try {
    const { page } = await openPhone(browser)
    await page.goto(`${base}/dev?tg_id=${newId()}`)
    await settled(page)
    await page.evaluate(() => {
      location.hash = '/home/index'
      location.reload()
    })
    await page.getByRole('heading', { level: 1 }).waitFor()
    assert.equal(await page.locator('#splash').count(), 0)
  } finally {
    await browser.close()
  }
})

/** Every script waits until it may come. */
async function heldBack(page) {
  let comes = () => undefined
  const gate = new Promise((done) => (comes = () => done(undefined)))
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await gate
    await route.continue()
  })
  return { comes }
}

/** The colours of a picture of the page. */
async function coloursOf(page, spots) {
  const picture = (await page.screenshot({ scale: 'css' })).toString('base64')
  return page.evaluate(
    async ([data, asked]) => {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.codePointAt(0))
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const canvas = new OffscreenCanvas(image.width, image.height)
      const pen = canvas.getContext('2d')
      pen.drawImage(image, 0, 0)
      return asked.map(([x, y]) => [...pen.getImageData(x, y, 1, 1).data].slice(0, 3))
    },
    [picture, spots],
  )
}
