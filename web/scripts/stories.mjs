// The pictures of stories, one for each fish, into src/features/fishing/stories/: npm run stories. The messenger fetches a
// story's picture by its address and takes none from the page, so they are made here and shipped.
import { mkdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openBrowser } from '../e2e/browser.mjs'
import { fishArt, fishIds } from '../src/features/fishing/art/catalogue.ts'
import { imageAddress } from '../src/features/fishing/art/ink.ts'
import { boat, rodTip } from '../src/features/fishing/art/props.ts'
import { waterColour } from '../src/features/fishing/scene/water.ts'

const folder = resolve(dirname(fileURLToPath(import.meta.url)), '../src/features/fishing/stories')
/** A phone's whole screen, as stories are shown. */
const size = { width: 720, height: 1280 }
/** Length of the boat. */
const boatWide = 280
/** World depth at the lower edge. */
const deepest = 1_800

const colours = [0, 0.25, 0.5, 0.75, 1].map(
  (part) =>
    `#${waterColour(part * deepest)
      .toString(16)
      .padStart(6, '0')}`,
)

const page = (fish) => {
  const { svg, width, height, mouth } = fishArt(fish)
  const wide = Math.min(560, (420 * width) / height)
  const [left, scale] = [(size.width - wide) / 2, wide / width]
  const [rodX, rodY] = rodTip.map((at) => (at * boatWide) / boat.width)
  const [hookX, hookY] = [left + mouth[0] * scale, 520 + mouth[1] * scale]
  // From above and before the fish, so that it lies on nothing.
  const line = `M${60 + rodX} ${150 + rodY}Q${hookX + 90} ${hookY - 340} ${hookX} ${hookY}`
  return `<style>
    body { margin: 0; height: ${size.height}px; background: linear-gradient(${colours.join()}); }
    img { position: absolute; }
  </style>
  <img src="${imageAddress(boat.svg)}" style="left:60px;top:150px;width:${boatWide}px">
  <img src="${imageAddress(svg)}" style="left:${left}px;top:520px;width:${wide}px">
  <svg width="${size.width}" height="${size.height}" style="position:absolute">
    <path d="${line}" fill="none" stroke="#fff" stroke-width="2" /></svg>`
}

const browser = await openBrowser()
await mkdir(folder, { recursive: true })
try {
  const tab = await browser.newPage({ viewport: size })
  for (const fish of fishIds) {
    await tab.setContent(page(fish))
    await tab.screenshot({ path: join(folder, `${fish}.jpg`), type: 'jpeg', quality: 80 })
  }
} finally {
  await browser.close()
}
