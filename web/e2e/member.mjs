// Members of staff at work: each at a desk of their own, hired for the test and signed in through the page.
import { newId } from './player.mjs'
import { hire, signIn, staffBase } from './staffDesk.mjs'
import { expectOpen, openDesk, quiet } from './staffScreens.mjs'

/** The console under a name: a browser makes no passkey at a number. */
export const namedBase = staffBase.replace('127.0.0.1', 'localhost')

/** Somebody with these roles at the console; problems of the page are collected. */
export async function member(browser, ...roles) {
  const hired = await hire(`e2e-${newId()}`, ...roles)
  const { page, problems } = await openDesk(browser)
  await page.goto(namedBase)
  await signIn(page, hired)
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  /** After the session has ended. The code is the next one, which is accepted already. */
  const signsInAgain = async () => {
    await page.reload()
    await signIn(page, hired, Date.now() + 30_000)
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
  }
  const go = async (route) => {
    await page.goto(`${namedBase}/#${route}`)
    await quiet(page)
    await expectOpen(page, route)
  }
  /** Gives the reason in the open dialog and presses. */
  const press = async (label, reason) => {
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill(reason)
    await dialog.getByRole('button', { name: label }).click()
    return dialog
  }
  /** Gives the reason in the open dialog and does it. */
  const act = async (label, reason) => (await press(label, reason)).waitFor({ state: 'hidden' })
  /** Gives the reason in the open dialog; gives the words in which the server refused it. */
  const refused = async (label, reason) => {
    const dialog = await press(label, reason)
    const refusal = await dialog.getByRole('alert').textContent()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
    return refusal
  }
  return {
    page,
    problems,
    go,
    act,
    refused,
    signsInAgain,
    call: (path, body) => callFrom(page, path, body),
    name: hired.name,
  }
}

/** Proposes a correction in USDT at the desk; gives the way to it. */
export async function proposes({ page, go, act }, player, amount, reason) {
  await go(`/desks/adjustments?player=${player}`)
  // The desk keeps its form while it is on the screen.
  await page.getByLabel('Player id').fill(player)
  await page.getByLabel('Amount in USDT').fill(amount)
  await page.getByLabel('Case').fill(`case ${amount}`)
  await page.getByLabel('Closed months').selectOption('none')
  await page.getByRole('button', { name: 'Propose' }).click()
  await act('Propose', reason)
  await page.getByRole('link', { name: 'Look at it' }).click()
  await page.getByText('You proposed this: another person has to approve it.').waitFor()
  return new URL(page.url()).hash.slice(1)
}

/** A call past the screens, with the session of the page: what a screen does not offer is refused by the server too. */
function callFrom(page, path, body) {
  return page.evaluate(
    async ([address, sent]) => {
      const answer = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-staff': '1' },
        body: JSON.stringify(sent),
      })
      const { error, message, data } = await answer.json()
      return { error, message, data }
    },
    [`/staff/v1/${path}`, body],
  )
}
