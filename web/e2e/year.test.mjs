// A year that is over, closed by two people: the walk of an auditor from one of its figures to an event, on a server of
// its own whose log began in that year.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { openBrowser } from './browser.mjs'
import { newData, startServer } from './server.mjs'
import { ledgerProgram, root } from './staff.mjs'
import { codeOf } from './staffDesk.mjs'
import { openDesk, quiet, walkToEvent } from './staffScreens.mjs'

const year = new Date().getUTCFullYear() - 1
let browser
let server

before(async () => {
  const data = await newData()
  const [program, ...first] = ledgerProgram
  const days = ['simulate', '--days', '4', '--players', '3', '--until', `${year + 1}-01-02`]
  await promisify(execFile)(program, [...first, ...days, '--data', data], { cwd: root })
  server = await startServer(data)
  browser = await openBrowser()
})

after(async () => {
  await browser?.close()
  await server?.stop()
})

test('five clicks lead from a figure of a closed year to its event', async () => {
  const { page } = await openDesk(browser)
  await page.goto(server.staff)
  await page.getByLabel('Name').fill('demo-auditor')
  await page.getByLabel('Password', { exact: true }).fill(server.password)
  await page.getByLabel('Code of your authenticator').fill(codeOf(server.secret))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Registers' }).waitFor()
  await page.goto(`${server.staff}/#/desks/periods`)
  await quiet(page)
  await walkToEvent(page, year)
  assert.match(await page.locator('main').innerText(), new RegExp(`${year}-12-\\d\\d`))
})
