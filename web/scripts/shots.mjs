// Pictures of every screen into shots/ for the eye. Runs on the development build with fixture answers, or on a
// real server when E2E_BASE is set.
//   npm run shots -- [name] [--size=320x568] [--longest]     of screens with that in their name, with the longest amounts
import { mkdir } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { answerCalls, fixtureLaunch, goTo, openBrowser, openPhone, settled } from '../e2e/browser.mjs'
import { serveFolder } from '../e2e/static.mjs'
import { screens } from '../e2e/screens.mjs'
import { stretched } from '../e2e/stretch.mjs'
import { world } from '../src/testing/world.ts'

const web = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const shots = join(web, 'shots')
const options = process.argv.slice(2)
const only = options.find((option) => !option.startsWith('--')) ?? ''
const longest = options.includes('--longest')
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
const browser = await openBrowser()
await mkdir(shots, { recursive: true })
try {
  for (const locale of ['en', 'zh']) {
    for (const dark of [false, true]) {
      const { context, page, problems } = await openPhone(browser, { dark, locale, size: { width, height } })
      if (served) await answerCalls(page, longest ? stretched(world) : world)
      await page.goto(served ? `${base}/?locale=${locale}${fixtureLaunch}` : `${base}/dev?tg_id=1001`)
      await settled(page)
      for (const screen of screens.filter(
        ({ name, fixtureOnly }) => name.includes(only) && (served || !fixtureOnly),
      )) {
        await goTo(page, `${screen.route}${screen.route.includes('?') ? '&' : '?'}locale=${locale}`)
        await screen.act?.(page)
        const file = `${screen.name}-${locale}-${dark ? 'dark' : 'light'}${mark}.png`
        await page.screenshot({ path: join(shots, file) })
        await screen.leave?.(page)
        console.log(file)
      }
      for (const problem of problems) console.error(problem)
      await context.close()
    }
  }
} finally {
  await browser.close()
  await served?.stop()
}
