// Pictures of every screen of the staff console into shots/staff/ for the eye, 1440×900, light and dark, on the built
// console with fixture answers.
//   npm run shots:staff -- [name]     of screens with that in their name
//   npm run shots:staff -- --zh       in Chinese into shots/staff-zh/, as each screen opens
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openBrowser } from '../e2e/browser.mjs'
import { serveFolder } from '../e2e/static.mjs'
import { answerStaff, openDesk, quiet, shellScreens } from '../e2e/staffScreens.mjs'
import { deskScreens } from '../e2e/deskScreens.mjs'
import { me, nowMs, world } from '../src/staff/testing/world.ts'

const web = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const isChinese = process.argv.includes('--zh')
const folder = join(web, isChinese ? 'shots/staff-zh' : 'shots/staff')
const only = process.argv.slice(2).find((option) => !option.startsWith('--')) ?? ''
const built = process.env.STAFF_DIST ?? join(web, 'dist-dev')

/** The small world, and somebody who may everything in it. */
const answers = {
  ...world,
  'session/me': { ...me, can: Object.keys(world).map((path) => path.replace('/', '.')) },
}

if (!existsSync(join(built, 'staff.html'))) throw new Error('Run first: npm run build:dev')
const served = await serveFolder(built)
const browser = await openBrowser()
await mkdir(folder, { recursive: true })
try {
  // The desks' small world is of today: it has clocks that run out.
  const groups = [false, true].flatMap((dark) => [
    { dark, screens: shellScreens, clock: nowMs },
    { dark, screens: deskScreens, clock: null },
  ])
  for (const { dark, screens, clock } of groups) {
    const { context, page, problems } = await openDesk(browser, {
      dark,
      nowMs: clock,
      locale: isChinese ? 'zh-CN' : 'en',
    })
    await answerStaff(page, answers)
    await page.goto(`${served.base}/staff.html#/overview`)
    for (const screen of screens.filter(({ name }) => name.includes(only))) {
      await page.goto(`${served.base}/staff.html#${screen.route}`)
      await quiet(page)
      // What a picture does and waits for is written in English.
      if (!isChinese) await screen.act?.(page)
      await quiet(page)
      await page.screenshot({
        path: join(folder, `${screen.name}-${dark ? 'dark' : 'light'}.png`),
        animations: 'disabled',
      })
      await page.keyboard.press('Escape')
      console.log(`${screen.name}-${dark ? 'dark' : 'light'}.png`)
    }
    for (const problem of problems) console.error(problem)
    await context.close()
  }
} finally {
  await browser.close()
  await served.stop()
}
