// Cases against the real server: support opens one from a player's page, risk works on it, a correction names it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from './browser.mjs'
import { member } from './member.mjs'
import { callsOf, newId } from './player.mjs'

/** @type {import('playwright-core').Browser} */
let browser

before(async () => {
  browser = await openBrowser()
})
after(() => browser?.close())

test('a case is opened from a player’s page, worked on by another, and found from the act that names it', async () => {
  const support = await member(browser, 'support')
  const risk = await member(browser, 'risk')
  const call = await callsOf(newId())
  const { user } = await call('user/info')
  const dialog = support.page.getByRole('dialog')
  await support.go(`/players/${user.user_id}?tab=cases`)
  await support.page.getByText('No case concerns this player').waitFor()
  await support.page.getByRole('link', { name: 'Open a case' }).click()
  await dialog.getByLabel('What it is about').fill('Paid twice')
  await dialog.getByRole('button', { name: 'Open a case' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await support.page.getByText('The case is open', { exact: true }).waitFor()
  const number = new URLSearchParams(support.page.url().split('?')[1]).get('open')

  await risk.go(`/desks/cases?open=${number}`)
  const press = async (action, fill) => {
    await risk.page.getByRole('button', { name: action, exact: true }).click()
    const asked = risk.page.getByRole('dialog')
    await fill(asked)
    await asked.getByRole('button', { name: action }).click()
    await asked.waitFor({ state: 'hidden' })
  }
  await press('Comment', (asked) => asked.getByLabel('Comment').fill('The bank shows two transfers'))
  await press('Attach a file', (asked) =>
    asked.getByLabel('File').setInputFiles({
      name: 'bank.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('day;sum\n1;5\n'),
    }),
  )
  await press('Assign', () => Promise.resolve())
  await risk.page.getByText(`gave it to ${risk.name}`).waitFor()
  await risk.page.getByRole('button', { name: /\.txt/ }).click()
  await risk.page.getByRole('dialog').getByLabel('Reason').fill('To compare the days')
  const saved = risk.page.waitForEvent('download')
  await risk.page.getByRole('dialog').getByRole('button', { name: 'Open this file' }).click()
  assert.match((await saved).suggestedFilename(), new RegExp(`^${number}-`))

  await risk.go(`/desks/freezes?player=${user.user_id}`)
  await risk.act('Freeze an account', number)
  await risk.go(`/desks/cases?open=${number}`)
  await risk.page.getByText('freezes/set').waitFor()
  await press('Close the case', (asked) => asked.getByLabel('Outcome').fill('One payment came back'))
  await risk.page.getByRole('button', { name: 'Open it again' }).waitFor()
  assert.deepEqual([...support.problems, ...risk.problems], [])
})
