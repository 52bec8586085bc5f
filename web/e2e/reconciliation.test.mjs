// Custody line by line on the running product: an auditor compares, goes from a break to its event, and sends a statement.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from './browser.mjs'
import { member } from './member.mjs'
import { quiet } from './staffScreens.mjs'

/** @type {import('playwright-core').Browser} */
let browser
let auditor

before(async () => {
  browser = await openBrowser()
  auditor = await member(browser, 'auditor')
})
after(() => browser?.close())

const compares = () => auditor.page.getByRole('button', { name: 'Compare', exact: true }).click()

/** A file as the field takes it. */
const csv = (text) => ({ name: 'march.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

test('money that no chain brought is a break, three clicks from its event', async () => {
  const { page } = auditor
  await auditor.go('/desks/reconciliation')
  await compares()
  await page.getByText('Our rails', { exact: true }).waitFor()
  // The capital of the demo came over no chain.
  await page.getByRole('gridcell', { name: 'not in the statement' }).first().click()
  await page.getByRole('link', { name: 'Open the event' }).first().click()
  await page.waitForFunction(() => location.hash.startsWith('#/events/'))
  await quiet(page)
  assert.deepEqual(auditor.problems, [])
})

test('a statement is compared, and one that cannot be read says which line', async () => {
  const { page } = auditor
  await auditor.go('/desks/reconciliation')
  await page.getByRole('button', { name: 'a file' }).click()
  const field = page.locator('input[type=file]')
  await field.setInputFiles(csv('transaction,time,amount\nffff,2020-01-01,"1,5"\n'))
  await compares()
  await page.getByText(/line 1 of the statement: an amount is decimal/).waitFor()
  await field.setInputFiles(csv('transaction,time,amount\nffff,2020-01-01,1.5\n'))
  await compares()
  await page.getByText('march.csv').waitFor()
  await page.getByRole('gridcell', { name: 'not in the journal' }).click()
  await page.getByText('Line 1 of the statement').waitFor()
  const file = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Breaks as CSV' }).click()
  assert.equal((await file).suggestedFilename(), 'breaks.csv')
  assert.deepEqual(auditor.problems, [])
})
