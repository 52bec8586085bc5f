// Pictures of every screen into shots/ for the eye. Runs on the development build with fixture answers, or on a
// real server when E2E_BASE is set.
//   npm run shots -- [name] [--size=320x568] [--longest]     of screens with that in their name, with the longest amounts
//   npm run shots -- --sheet [--out=FOLDER]                  every route once, all on one page: sheet.html and sheet.png
import { mkdir, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { answerCalls, fixtureLaunch, goTo, openBrowser, openPhone, settled } from '../e2e/browser.mjs'
import { serveFolder } from '../e2e/static.mjs'
import { screens } from '../e2e/screens.mjs'
import { stretched } from '../e2e/stretch.mjs'
import { world } from '../src/testing/world.ts'

// The parts side by side are no screen of the product.
globalThis.__DEV_MESSENGER__ = false
const { screens: patterns } = await import('../src/app/screens.ts')

const web = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const options = process.argv.slice(2)
const shots = resolve(options.find((option) => option.startsWith('--out='))?.slice(6) ?? join(web, 'shots'))
const only = options.find((option) => !option.startsWith('--')) ?? ''
const longest = options.includes('--longest')
const sheet = options.includes('--sheet')
const [width = 390, height = 844] = (
  options
    .find((option) => option.startsWith('--size='))
    ?.slice(7)
    .split('x') ?? []
).map(Number)
/** Pictures of other phones and amounts stand beside the usual ones. */
const mark = `${width === 390 ? '' : `-${width}`}${longest ? '-longest' : ''}`

if (!process.env.E2E_BASE && !existsSync(join(web, 'dist-dev/index.html')))
  throw new Error('Run first: npm run build:dev')
const served = process.env.E2E_BASE ? null : await serveFolder(join(web, 'dist-dev'))
const base = process.env.E2E_BASE ?? served?.base ?? ''
// A real player's order has to be made; the fixture has one.
if (!served) {
  const { callsOf, ordered } = await import('../e2e/player.mjs')
  await ordered(await callsOf(1001))
}
/** Of a sheet: each route as it opens, by its file names in the order of the columns. */
const rows = new Map()
const isShown = ({ name, route, act, fixtureOnly }) =>
  name.includes(only) && (served || !fixtureOnly) && (!sheet || (!act && !route.includes('?')))
const browser = await openBrowser()
await mkdir(shots, { recursive: true })
try {
  for (const locale of ['en', 'zh']) {
    for (const dark of [false, true]) {
      const { context, page, problems } = await openPhone(browser, { dark, locale, size: { width, height } })
      if (served) await answerCalls(page, longest ? stretched(world) : world)
      await page.goto(served ? `${base}/?locale=${locale}${fixtureLaunch}` : `${base}/dev?tg_id=1001`)
      await settled(page)
      for (const screen of screens.filter(isShown)) {
        await goTo(page, `${screen.route}${screen.route.includes('?') ? '&' : '?'}locale=${locale}`)
        await screen.act?.(page)
        const file = `${screen.name}-${locale}-${dark ? 'dark' : 'light'}${mark}.png`
        await page.screenshot({ path: join(shots, file) })
        await screen.leave?.(page)
        rows.set(screen.route, [...(rows.get(screen.route) ?? []), file])
        console.log(file)
      }
      for (const problem of problems) console.error(problem)
      await context.close()
    }
  }
  if (sheet) await onOnePage()
} finally {
  await browser.close()
  await served?.stop()
}

/** The pictures of every route under each other: English and Chinese, each in the light and in the dark. */
async function onOnePage() {
  const isTaken = (pattern) =>
    [...rows.keys()].some((route) => new RegExp(`^${pattern.replace(/:\w+/, '[^/]+')}$`).test(route))
  const missing = Object.keys(patterns).filter((pattern) => !isTaken(pattern))
  if (missing.length > 0) throw new Error(`Not in e2e/screens.mjs: ${missing.join(', ')}`)
  const pictures = (files) => files.map((file) => `<img src="${file}" alt="">`).join('')
  const figures = [...rows].map(
    ([route, files]) => `<figure><figcaption>${route}</figcaption>${pictures(files)}</figure>`,
  )
  const file = join(shots, 'sheet.html')
  await writeFile(
    file,
    `<!doctype html><meta charset="utf-8"><title>Every route</title><style>
      body { margin: 8px; display: grid; grid-template-columns: repeat(3, max-content); gap: 16px; font: 14px sans-serif }
      figure { margin: 0 } img { width: ${Math.round(width * 0.48)}px; margin-right: 4px } figcaption { padding: 4px 0 }
    </style>${figures.join('\n')}`,
  )
  const page = await browser.newPage({ viewport: { width: 2_400, height: 900 } })
  await page.goto(pathToFileURL(file).href)
  await page.screenshot({ path: join(shots, 'sheet.png'), fullPage: true })
  console.log(`${file}\n${join(shots, 'sheet.png')}`)
}
