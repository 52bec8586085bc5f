// The console in Chinese against the real server: every screen with what it has open, and nothing of it in English.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from './browser.mjs'
import { englishOn, ownWordsOf } from './english.mjs'
import { member, namedBase } from './member.mjs'
import { given } from './payee.mjs'
import { newId, reqId } from './player.mjs'
import { quiet } from './staffScreens.mjs'

const { screens } = await import('../src/staff/app/screens.ts')
const { zh } = await import('../src/staff/texts/zh/index.ts')

/** @type {import('playwright-core').Browser} */
let browser
let desk
let own

before(async () => {
  browser = await openBrowser()
  const roles = [
    'support',
    'risk',
    'finance',
    'finance_lead',
    'content',
    'config_admin',
    'security',
    'auditor',
  ]
  desk = await member(browser, ...roles)
  await somethingToShow()
  await desk.page.getByRole('button', { name: '中文' }).click()
  await desk.page.getByRole('heading', { level: 1, name: /\p{Script=Han}/u }).waitFor()
  own = ownWordsOf(desk.page)
})
after(() => browser?.close())

/** A withdrawal that waits, a correction and a change of the numbers that two people have to agree on. */
async function somethingToShow() {
  const call = await given(newId(), 60)
  await call('vip/activate', { vip_id: 2, pay_with: 'usdt', req_id: reqId() })
  await call('withdraw/do', { key: 'ton', amount: '25', req_id: reqId() })
  const { user } = await call('user/info')
  const done = [
    await desk.call('adjustments/propose', {
      player: user.user_id,
      purse: 'usdt',
      delta: '1500000',
      counter: 'h:usdt_reserve',
      case_id: '77',
      reason: '重复付款',
      req_id: reqId(),
    }),
    await desk.call('config/propose', await changeOf('game', (body) => ({ ...body, shield_cost: 3 }))),
  ]
  assert.deepEqual(
    done.map(({ error, message }) => [error, message]),
    done.map(() => [0, '']),
  )
}

async function changeOf(section, change) {
  const { data } = await desk.call('config/info', { section })
  return {
    section,
    body: change(data.body),
    effective_ms: null,
    replaces: data.section.newest,
    reason: '活动调整',
    req_id: reqId(),
  }
}

/** Screens that show more by an address than by themselves. */
const addresses = {
  '/players': '/players?q=1000001',
  '/statement': '/statement?owner=house',
  '/proofs': '/proofs?position=2',
  '/samples': '/samples?seed=e2e',
}

async function open(address) {
  await desk.page.goto(`${namedBase}/#${address}`)
  await quiet(desk.page)
  const title = await desk.page.getByRole('heading', { level: 1 }).innerText()
  const { notAllowed, notFound, crash } = zh
  assert.ok(![notAllowed.title, notFound.title, crash.title].includes(title), `${address}: ${title}`)
}

/** Opens the first row of the list, where a row opens something. */
async function openFirst() {
  const row = desk.page.getByRole('grid').locator('[role=row][data-opens]').first()
  if ((await row.count()) === 0) return false
  await row.click()
  await quiet(desk.page)
  return true
}

test('English on a screen is found, in what is seen and in what a hint says', async () => {
  await open('/overview')
  assert.deepEqual(await englishOn(desk.page, own), [])
  await desk.page.evaluate(() => {
    document.querySelector('h1')?.append(' is not closed yet')
    document.querySelector('nav')?.setAttribute('title', 'usdt: opening and lines are 5, the closing is 6')
  })
  assert.equal((await englishOn(desk.page, own)).length, 2)
  await desk.page.reload()
})

for (const { path } of screens.filter(({ path }) => !path.includes(':')))
  test(`${path} is Chinese, and so is what it opens`, async () => {
    await open(addresses[path] ?? path)
    assert.deepEqual(await englishOn(desk.page, own), [])
    if (await openFirst()) assert.deepEqual(await englishOn(desk.page, own), [])
    assert.deepEqual(desk.problems, [])
  })
