// Several withdrawals decided together by who has a key: each is signed by itself over its own terms.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from './browser.mjs'
import { choose, waiting } from './chosen.mjs'
import { member } from './member.mjs'
import { device, enrols } from './passkey.mjs'

/** @type {import('playwright-core').Browser} */
let browser

before(async () => {
  browser = await openBrowser()
})
after(() => browser?.close())

test('who has a key signs each by itself, and nothing is decided where the device does not know the person', async () => {
  const [desk, security] = [await member(browser, 'finance'), await member(browser, 'security')]
  const forget = await device(desk.page)
  await enrols(desk, security)
  const all = await Promise.all(Array.from({ length: 4 }, waiting))
  const decide = async (some, label) => {
    await desk.go('/desks/withdrawals')
    await choose(
      desk.page,
      some.map(({ id }) => id),
    )
    await desk.page.getByRole('toolbar').getByRole('button', { name: label }).click()
    const dialog = desk.page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Play and sources are plain')
    await dialog.getByRole('button', { name: label }).click()
    return dialog
  }
  const dialog = await decide(all.slice(0, 2), 'Approve')
  await dialog.getByText('2 done, 0 refused, 0 left out, 0 not decided').waitFor()
  const signed = []
  for (const { id } of all.slice(0, 2)) {
    const { data } = await desk.call('withdrawals/info', { withdrawal: id })
    signed.push(
      ...data.signatures.map(({ subject, digest, request }) => [subject, digest === data.digest, request]),
    )
  }
  assert.deepEqual(
    signed.map(([subject, isOfTerms]) => [subject, isOfTerms]),
    all.slice(0, 2).map(({ id }) => [id, true]),
  )
  assert.equal(new Set(signed.map(([, , request]) => request)).size, 2)

  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await forget()
  const unsigned = await decide(all.slice(2), 'Reject')
  await unsigned.getByRole('alert').filter({ hasText: 'The rest was not tried' }).waitFor()
  assert.deepEqual(await Promise.all(all.slice(2).map(({ left }) => left())), ['0.000000', '0.000000'])
})
