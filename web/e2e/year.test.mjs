// A year that is over, closed by two people, on a server of its own whose log began in that year: the walk of an auditor
// from one of its figures to an event, and its reports on paper.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { openBrowser } from './browser.mjs'
import { countSheets, printsWhole } from './paper.mjs'
import { compact } from './pdfText.mjs'
import { newData, startServer } from './server.mjs'
import { ledgerProgram, root } from './staff.mjs'
import { codeOf } from './staffDesk.mjs'
import { openDesk, quiet, walkToEvent } from './staffScreens.mjs'

const year = new Date().getUTCFullYear() - 1
let browser
let server
/** The auditor's. */
let page

before(async () => {
  const data = await newData()
  const [program, ...first] = ledgerProgram
  const days = ['simulate', '--days', '4', '--players', '3', '--until', `${year + 1}-01-02`]
  await promisify(execFile)(program, [...first, ...days, '--data', data], { cwd: root })
  server = await startServer(data)
  browser = await openBrowser()
  await signsIn()
})

after(async () => {
  await browser?.close()
  await server?.stop()
})

async function signsIn() {
  page = (await openDesk(browser)).page
  await page.goto(server.staff)
  await page.getByLabel('Name').fill('demo-auditor')
  await page.getByLabel('Password', { exact: true }).fill(server.password)
  await page.getByLabel('Code of your authenticator').fill(codeOf(server.secret))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Registers' }).waitFor()
}

async function go(route) {
  await page.goto(`${server.staff}/#${route}`)
  await quiet(page)
}

test('five clicks lead from a figure of a closed year to its event', async () => {
  await go('/desks/periods')
  await walkToEvent(page, year)
  assert.match(await page.locator('main').innerText(), new RegExp(`${year}-12-\\d\\d`))
})

test('a closed day and a closed year are on paper whole, and nothing else is', async () => {
  await go(`/desks/days?open=${year}-12-31`)
  await page.getByRole('table', { name: 'Trial balance of the day' }).waitFor()
  const day = await printsWhole(page, `Daily close ${year}-12-31 (UTC)`)
  assert.ok(day.length > 1 && day.length <= 4, `${day.length} sheets`)

  await go(`/desks/periods?open=${year}`)
  await page.getByRole('table', { name: 'Trial balance' }).waitFor()
  const sheets = await printsWhole(page, `Periods ${year}`)
  assert.ok(sheets.length > 4 && sheets.length <= 9, `${sheets.length} sheets`)

  await go('/desks/periods')
  assert.equal(await countSheets(page, 'Periods'), 1)

  await go('/financials')
  await page.getByRole('table', { name: 'Balance sheet USDT' }).waitFor()
  const press = 'Press a name to see its accounts in the trial balance.'
  await page.getByText(press).waitFor()
  const books = await printsWhole(page, 'Financial statements')
  assert.ok(!books.some(({ text }) => text.includes(compact(press))), 'paper is not pressed')
})
