// Ten pictures for a store page into shots/store/: npm run store. On the development build with fixture answers, each
// in a state that says what the product is.
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { answerCalls, fixtureLaunch, goTo, openBrowser, openPhone, settled } from '../e2e/browser.mjs'
import { serveFolder } from '../e2e/static.mjs'
import { asset, dive, world } from '../src/testing/world.ts'

const web = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const folder = join(web, 'shots/store')

const line = (...fish) => fish.map(([id, level, value], i) => ({ i, id, level, value }))
const reef = {
  ...dive,
  level: 12,
  seq: 12,
  casts: 11,
  staked: 1100,
  line: line(
    ['sea_bream', 3, '500.00'],
    ['squid', 7, '100.00'],
    ['tuna', 9, '500.00'],
    ['grouper', 11, '200.00'],
  ),
  line_value: '1300.00',
  safe: '63.25',
  started_at: Date.now() - 84_000,
}
const abyss = {
  ...dive,
  level: 33,
  seq: 33,
  casts: 32,
  staked: 3200,
  line: line(['ray', 16, '500.00'], ['coelacanth', 24, '2000.00'], ['anglerfish', 31, '5000.00']),
  line_value: '7500.00',
  safe: '1032.70',
  started_at: Date.now() - 210_000,
}
const result = {
  dive_id: dive.dive_id,
  reason: 'surfaced',
  casts: 32,
  staked: 3200,
  fish: '7500.00',
  bonus: '532.70',
  chest_gusd: '500.00',
  chest_usdt: '0.000000',
  payout: '8532.70',
  credited_as: 'gusd',
  profit: '5332.70',
  capped: false,
  closed_at: Date.now(),
}
const rich = { ...asset, coin: 48_200, diamond: 36, gusd: '8532.70', usdt: '24.500000' }
const bound = {
  ...world,
  'team/info': {
    ...world['team/info'],
    invite_entered: true,
    friends: 12,
    valid_invites: 9,
    friends_l2: 31,
    diamonds_today: 8,
    rebate_total: '6.120000',
  },
  'user/info': { user: { ...world['user/info'].user, invite_entered: true } },
}
const diving = (open) => ({
  ...bound,
  'fishing/player_info': { ...world['fishing/player_info'], asset: rich, dive: open },
  'fishing/surface': { result, asset: rich },
})

const pictures = [
  { name: '01-surface', route: '/', answers: diving(null) },
  { name: '02-reef', route: '/', answers: diving(reef), act: closeBanner },
  { name: '03-abyss', route: '/', answers: diving(abyss), dark: true, act: closeBanner },
  { name: '04-catch', route: '/', answers: diving(abyss), act: surface },
  { name: '05-check-in', route: '/home/signin', answers: diving(null) },
  { name: '06-earn', route: '/home/index', answers: diving(null) },
  { name: '07-shop', route: '/pay/shop', answers: diving(null) },
  { name: '08-friends', route: '/invite/index', answers: diving(null) },
  { name: '09-red-packet', route: '/red/HARVEST004', answers: diving(null) },
  { name: '10-odds', route: '/info?section=odds', answers: diving(null), dark: true },
]

async function closeBanner(page) {
  await page.getByRole('status').getByRole('button', { name: 'Close' }).click()
}

async function surface(page) {
  await closeBanner(page)
  await page.getByRole('button', { name: /^Surface/ }).click()
  await page.getByRole('dialog').waitFor()
}

if (!existsSync(join(web, 'dist-dev/index.html'))) throw new Error('Run first: npm run build:dev')
const served = await serveFolder(join(web, 'dist-dev'))
const browser = await openBrowser()
await mkdir(folder, { recursive: true })
try {
  for (const { name, route, answers, dark = false, act } of pictures) {
    const { context, page, problems } = await openPhone(browser, { dark })
    await answerCalls(page, answers)
    await page.goto(`${served.base}/?locale=en${fixtureLaunch}`)
    await settled(page)
    await goTo(page, route)
    if (route === '/') await page.locator('canvas').first().waitFor({ state: 'visible' })
    await act?.(page)
    await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' })
    for (const problem of problems) console.error(`${name}: ${problem}`)
    console.log(`${name}.png`)
    await context.close()
  }
} finally {
  await browser.close()
  await served.stop()
}
