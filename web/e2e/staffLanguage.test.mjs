// The console's language against the real server: the browser's at first, the reader's choice from then on, and nothing
// of Chinese is loaded for a reader of English.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from './browser.mjs'
import { hire, signIn, staffBase } from './staffDesk.mjs'
import { openDesk, quiet } from './staffScreens.mjs'

/** @type {import('playwright-core').Browser} */
let browser
let auditor

before(async () => {
  browser = await openBrowser()
  auditor = await hire('e2e-language', 'auditor')
})
after(() => browser?.close())

const heading = (page) => page.getByRole('heading', { level: 1 }).innerText()

test('a Chinese browser is asked in Chinese, and refused in Chinese', async () => {
  const { context, page } = await openDesk(browser, { locale: 'zh-CN' })
  await page.goto(staffBase)
  await page.getByRole('heading', { name: '登录' }).waitFor()
  assert.equal(await page.title(), '账本控制台')
  await page.getByLabel('账号').fill('nobody')
  await page.getByLabel('密码').fill('not it')
  await page.getByLabel('动态验证码').fill('000000')
  await page.getByRole('button', { name: '登录' }).click()
  assert.match(await page.getByRole('alert').innerText(), /账号、密码或动态验证码错误/)
  await page.getByRole('button', { name: '我有激活码' }).click()
  await page.getByRole('heading', { name: '激活账号' }).waitFor()
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('heading', { name: 'Activate your account' }).waitFor()
  await context.close()
})

test('the switch draws the same view anew, and a reload keeps the choice', async () => {
  const { context, page, problems } = await openDesk(browser)
  /** @type {string[]} */
  const chunks = []
  page.on('request', (request) => chunks.push(new URL(request.url()).pathname))
  const chinese = () => chunks.filter((path) => /\/zh-[^/]*\.js/.test(path))
  await page.goto(staffBase)
  await signIn(page, auditor)
  await page.getByRole('heading', { level: 1, name: 'Registers' }).waitFor()
  await page.goto(`${staffBase}/#/entries?asset=usdt`)
  await quiet(page)
  assert.deepEqual([await heading(page), chinese()], ['Entries', []])

  await page.getByRole('button', { name: '中文' }).click()
  await page.getByRole('heading', { name: '分录', level: 1 }).waitFor()
  await quiet(page)
  assert.match(page.url(), /#\/entries\?asset=usdt$/)
  assert.equal(chinese().length, 1)
  assert.equal(await page.locator(':focus').innerText(), 'English')

  await page.reload()
  await quiet(page)
  assert.deepEqual(
    [await heading(page), await page.locator('html').getAttribute('lang'), await page.title()],
    ['分录', 'zh-CN', '账本控制台'],
  )

  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('heading', { name: 'Entries', level: 1 }).waitFor()
  await page.reload()
  await quiet(page)
  assert.equal(await heading(page), 'Entries')
  assert.deepEqual(problems, [])
  await context.close()
})
