// The staff console against the real server: who comes in, what an auditor finds, and that the past stays as it was.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { openBrowser } from './browser.mjs'
import { check, exportedAs, file } from './bundle.mjs'
import { hire, signIn, staffBase } from './staffDesk.mjs'
import { expectOpen, openDesk, quiet, walkToEvent } from './staffScreens.mjs'

const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** @type {import('playwright-core').Browser} */
let browser
let auditor
let desk

before(async () => {
  browser = await openBrowser()
  auditor = await hire('e2e-auditor', 'auditor')
  desk = await openDesk(browser)
  await desk.page.goto(staffBase)
  await signIn(desk.page, auditor)
  await desk.page.getByRole('heading', { level: 1, name: 'Registers' }).waitFor()
})

after(() => browser?.close())

/** Goes to a screen of the open console; it must be open to the auditor and free of problems. */
async function open(route) {
  await desk.page.goto(`${staffBase}/#${route}`)
  await quiet(desk.page)
  await expectOpen(desk.page, route)
  assert.deepEqual(await desk.page.getByRole('alert').allTextContents(), [])
}

test('a wrong code does not come in, and does not say what was wrong', async () => {
  const { context, page } = await openDesk(browser)
  await page.goto(staffBase)
  await signIn(page, { ...auditor, password: 'not it' })
  await page.getByRole('alert').waitFor()
  assert.equal(await page.getByRole('navigation').count(), 0)
  await context.close()
})

/** Addresses and headings; a screen that another one stands in for is not looked at. */
const auditorScreens = [
  ['/overview', 'Overview'],
  ['/entries', 'Entries'],
  ['/trial', 'Trial balance'],
  ['/financials', 'Financial statements'],
  ['/statement?owner=house', 'Statement'],
  ['/events', 'Events'],
  ['/registers', 'Registers'],
  ['/proofs', 'Proofs'],
  ['/samples?seed=e2e', 'Samples'],
  ['/replay', 'Replay'],
  ['/audits', 'Audit laws'],
  ['/exports', 'Exports'],
  ['/bundle', 'Bundle check'],
  ['/registers?register=approvals', 'Registers'],
  ['/desks/alerts', 'Alerts'],
  ['/desks/withdrawals', 'Withdrawals'],
  ['/desks/cases', 'Cases'],
  ['/desks/kyc', 'Identity checks'],
  ['/desks/topups', 'Unmatched payments'],
  ['/desks/proposals', 'Proposals'],
  ['/desks/freezes', 'Freezes'],
  ['/desks/play', 'Responsible play'],
  ['/desks/packets', 'Red packets and codes'],
  ['/desks/config', 'Configuration'],
  ['/desks/days', 'Daily close'],
  ['/desks/periods', 'Periods'],
  ['/desks/views', 'Views'],
  ['/desks/accounts', 'Staff accounts'],
]

/** An office's large screen and its smallest one. */
const sizes = { light: { width: 1440, height: 900 }, dark: { width: 1280, height: 720 } }

test('every screen and desk of an auditor draws, clean in axe, in both themes and sizes', async () => {
  for (const theme of ['light', 'dark']) {
    await desk.page.evaluate((chosen) => {
      localStorage.setItem('staff.theme', chosen)
      location.reload()
    }, theme)
    await desk.page.setViewportSize(sizes[theme])
    await quiet(desk.page)
    for (const [route, title] of auditorScreens) {
      await open(route)
      assert.equal(await desk.page.getByRole('heading', { level: 1 }).innerText(), title)
      // The console's policy lets no script in from text: the checker comes in beside the page's own world.
      const violations = await violationsOf(desk.page)
      assert.deepEqual([route, theme, violations], [route, theme, []])
    }
  }
  assert.deepEqual(desk.problems, [])
})

async function violationsOf(page) {
  const session = await page.context().newCDPSession(page)
  const { frameTree } = await session.send('Page.getFrameTree')
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
  })
  const run = `${axeSource}; axe.run(document).then(({ violations }) => JSON.stringify(violations.map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 160))))`
  const { result } = await session.send('Runtime.evaluate', {
    expression: run,
    contextId: executionContextId,
    awaitPromise: true,
  })
  await session.detach()
  return JSON.parse(result.value)
}

test('three clicks lead from a balance to its event', async () => {
  const { page } = desk
  await open('/players?q=1000001')
  await page.getByRole('row').nth(1).click()
  await page.getByText('balances equal their events').waitFor()
  await page.getByRole('button', { name: 'Coins, bought' }).click()
  await page.getByRole('dialog').getByRole('row').nth(1).click()
  await page.getByRole('dialog').getByText('The legs add up to zero.').waitFor()
  await page.getByRole('dialog').getByRole('link', { name: 'Open the event' }).click()
  await page.getByText('linked to the event before').waitFor()
})

test('five clicks lead from a figure of the year to its event', async () => {
  await open('/desks/periods')
  await walkToEvent(desk.page, new Date().getUTCFullYear())
})

test('the trial balance of a moment that has passed is the same for ever', async () => {
  const { page } = desk
  await open('/trial')
  await page.getByText('Every asset adds up to zero').waitFor()
  const head = await page.evaluate(async () => {
    const answer = await fetch('/staff/v1/books/trial', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-staff': '1' },
      body: '{}',
    })
    return (await answer.json()).data.at.positions['0']
  })
  const half = Math.floor(head / 2)
  await open(`/trial?at=${half}`)
  await page.getByText('You are looking at the past. Read only.').waitFor()
  const first = await page.locator('main').innerText()
  await page.reload()
  await quiet(page)
  assert.equal(await page.locator('main').innerText(), first)
  assert.match(await page.getByText(/log position/).innerText(), new RegExp(String(half)))
})

test('all laws hold, and history folds to what is there', async () => {
  const { page } = desk
  await open('/audits')
  await page.getByRole('button', { name: 'Check all laws' }).click()
  await page.getByText(/All \d+ laws hold/).waitFor({ timeout: 120_000 })
  await open('/replay')
  await page.getByRole('button', { name: 'Replay', exact: true }).click()
  await page.getByText('History and live tables agree').waitFor({ timeout: 120_000 })
})

test('a proof leaves as a file and holds in the page, which sends nothing; a changed one does not', async () => {
  const { page } = desk
  await open('/proofs?position=2')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as file' }).click()
  const proof = await readFile(await (await download).path(), 'utf8')
  await open('/bundle')
  /** @type {string[]} */
  const sent = []
  const listen = (request) =>
    sent.push(`${request.method()} ${new URL(request.url()).pathname.replace(/[^/]+$/, '')}`)
  page.on('request', listen)
  assert.match(await check(page, [file('proof.json', proof)]), /fits together/)
  const changed = proof.replace(/[0-9]/, (digit) => String((Number(digit) + 1) % 10))
  assert.match(await check(page, [file('proof.json', changed)]), /does NOT hold/)
  page.off('request', listen)
  assert.deepEqual(
    sent.filter((request) => request !== 'GET /assets/'),
    [],
  )
})

for (const format of ['ndjson', 'csv', 'parquet'])
  test(`an export in ${format} is written, and its files hold in the page`, async () => {
    const { page } = desk
    await open('/exports')
    const files = await exportedAs(page, format)
    await open('/bundle')
    const said = await check(page, files)
    assert.match(said, /fits together/)
    // The same findings as the command line's: what staff did, by law, and what only the master key shows.
    assert.match(said, /I-41d[^]*I-41j/)
    assert.match(said, /It carries no MACs/)
    const events = files.find(({ name }) => name.startsWith('events.'))
    events.buffer[Math.floor(events.buffer.length / 2)] ^= 1
    assert.doesNotMatch(await check(page, files), /fits together/)
  })

test('a session that ends asks over the screen and keeps the place', async () => {
  const { page } = desk
  await open('/entries?account=coin_promo')
  await desk.context.clearCookies()
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor()
  assert.match(page.url(), /#\/entries\?account=coin_promo$/)
})
