// A new account against the real server: two of security make it, its owner activates it on the page and chooses what
// nobody else knows, and once a passkey is in force it is asked for at each login.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from './browser.mjs'
import { namedBase } from './member.mjs'
import { device } from './passkey.mjs'
import { newId } from './player.mjs'
import { inviteAccount, ledgerAsSecond } from './staff.mjs'
import { codeOf, signIn } from './staffDesk.mjs'
import { openDesk, quiet } from './staffScreens.mjs'

/** @type {import('playwright-core').Browser} */
let browser

before(async () => {
  browser = await openBrowser()
})
after(() => browser?.close())

const stepMs = 30_000

test('an owner activates the account, and signs in with a passkey from its approval on', async () => {
  const name = `e2e-${newId()}`
  const code = await inviteAccount(name, 'risk')
  const { page, problems } = await openDesk(browser)
  const lock = await device(page)
  await page.goto(namedBase)
  await page.getByRole('button', { name: 'I have a code of activation' }).click()
  const secret = (await page.locator('figure code').textContent())?.match(/[A-Z2-7]{32}/)?.[0] ?? ''
  const password = 'nobody else knows this'
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Code of activation').fill(code.toLowerCase())
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('New password again').fill(`${password}!`)
  await page.getByLabel('Code of your authenticator').fill(codeOf(secret))
  const activate = page.getByRole('button', { name: 'Activate' })
  await activate.click()
  await page.getByText('The two passwords differ.').waitFor()
  await page.getByLabel('New password again').fill(password)
  if (process.env.E2E_SHOTS) await page.screenshot({ path: `${process.env.E2E_SHOTS}/activation.png` })
  await activate.click()
  await page.getByText('Your account is active.').waitFor()

  await signIn(page, { name, password, secret })
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  await page.goto(`${namedBase}/#/desks/keys`)
  await quiet(page)
  await page.getByRole('button', { name: 'Make a passkey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('My telephone')
  await dialog.getByRole('button', { name: 'Make a passkey' }).click()
  await page.getByText('The passkey waits for somebody of security').waitFor()
  const { list } = JSON.parse(await ledgerAsSecond('staff', 'list', '--json'))
  const [{ key }] = list.find((account) => account.name === name).keys
  await ledgerAsSecond('staff', 'key', 'approve', name, key, '--reason', 'read out in person')

  // The session that no key opened has ended; the code after the one that was used is good already.
  await page.reload()
  await signIn(page, { name, password, secret }, Date.now() + stepMs)
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  await ledgerAsSecond('staff', 'key', 'revoke', name, key, '--reason', 'the telephone is lost')
  await page.reload()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  assert.equal(typeof lock, 'function')
  assert.deepEqual(problems, [])
})
