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
  const roles = 'support risk finance finance_lead content config_admin security auditor'.split(' ')
  desk = await member(browser, ...roles)
  await somethingToShow()
  await desk.page.getByRole('button', { name: '中文' }).click()
  await desk.page.getByRole('heading', { level: 1, name: /\p{Script=Han}/u }).waitFor()
  own = ownWordsOf(desk.page)
})
after(() => browser?.close())

/** A withdrawal that waits and one that was refused, a correction and a change of the numbers that two people have to agree on. */
async function somethingToShow() {
  const call = await given(newId(), 10)
  await call('withdraw/do', { key: 'ton', amount: '10', req_id: reqId() })
  await assert.rejects(() => call('withdraw/do', { key: 'ton', amount: '9999', req_id: reqId() }))
  const { user } = await call('user/info')
  const opened = await desk.call('cases/open', {
    title: '重复付款',
    kind: 'player',
    about: user.user_id,
    req_id: reqId(),
  })
  const number = opened.data.case
  const done = [
    opened,
    await desk.call('cases/comment', { case: number, text: '银行显示两笔转账', req_id: reqId() }),
    await desk.call('cases/attach', { case: number, bytes: btoa('two'), req_id: reqId() }),
    await desk.call('cases/assign', { case: number, assignee: desk.name, req_id: reqId() }),
    await desk.call('adjustments/propose', {
      player: user.user_id,
      purse: 'usdt',
      delta: '1500000',
      counter: 'h:usdt_reserve',
      case_id: number,
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

/** Screens that show more by an address than by themselves, and the other addresses that show all they have. */
const addresses = {
  '/players': ['/players?q=1000001'],
  '/player-list': ['/player-list', '/player-list?order=dormancy'],
  '/financials': ['/financials', '/financials?from=10'],
  '/statement': ['/statement', '/statement?owner=house'],
  '/registers': Object.keys(zh.registers.names).map((register) => `/registers?register=${register}`),
  '/proofs': ['/proofs?position=2'],
  '/samples': ['/samples', '/samples?seed=e2e'],
  '/desks/withdrawals': ['/desks/withdrawals', '/desks/withdrawals?state=all'],
  '/desks/proposals': ['/desks/proposals', '/desks/proposals?state=all'],
  '/desks/cases': ['/desks/cases', '/desks/cases?state=all'],
  '/desks/freezes': ['/desks/freezes', '/desks/freezes?cluster=a,b'],
}

/** What a screen does by a press: jobs run, forms and dialogs open. */
const presses = {
  '/replay': [zh.replay.run],
  '/audits': [zh.audits.run],
  '/exports': [zh.exports.start],
  '/desks/reconciliation': [zh.reconciliation.compare],
  '/desks/withdrawals': [zh.withdrawals.reject],
  '/desks/proposals': [zh.proposals.withdraw],
  '/desks/cases': [zh.cases.actions.assign],
  '/desks/packets': [zh.packets.create],
  '/desks/config': [zh.config.change, zh.config.asText],
  '/desks/accounts': [zh.accounts.add],
}

/** Rows of a list that are opened: kinds of things differ. */
const rowsMax = 3

async function open(address) {
  await desk.page.goto(`${namedBase}/#${address}`)
  await quiet(desk.page)
  const title = await desk.page.getByRole('heading', { level: 1 }).innerText()
  const { notAllowed, notFound, crash } = zh
  assert.ok(![notAllowed.title, notFound.title, crash.title].includes(title), `${address}: ${title}`)
}

/** A press on a cell that holds no box, link or button opens its row. */
const openRow = (row) =>
  row
    .getByRole('gridcell')
    .filter({ hasNot: desk.page.locator('input, a, button') })
    .first()
    .click()

async function openFirst() {
  const row = desk.page.getByRole('grid').first().locator('[role=row][data-opens]').first()
  if ((await row.count()) > 0) await openRow(row)
  await quiet(desk.page)
}

/** Opens the first rows of the list one after the other, where a row opens something, and looks at each. */
async function openRows(address, look) {
  const rows = desk.page.getByRole('grid').first().locator('[role=row][data-opens]')
  const many = Math.min(rowsMax, await rows.count())
  for (let row = 0; row < many; row += 1) {
    await openRow(rows.nth(row))
    await quiet(desk.page)
    await look(`row ${row + 1}`)
    await desk.page.keyboard.press('Escape')
    await open(address)
  }
}

/** Presses what the screen has of these, one after the other, and looks at what comes of it. */
async function press(labels, look) {
  for (const label of labels) {
    const button = desk.page.getByRole('button', { name: label, exact: true }).first()
    await button.click()
    await desk.page.waitForFunction(
      () => document.querySelector('progress, [aria-busy=true]') === null,
      null,
      {
        timeout: 120_000,
      },
    )
    await quiet(desk.page)
    await look(label)
  }
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
    /** @type {string[]} */
    const found = []
    const look = async (where) =>
      found.push(...(await englishOn(desk.page, own)).map((text) => `${where}: ${text}`))
    for (const address of addresses[path] ?? [path]) {
      await open(address)
      await look(address)
      await openRows(address, (row) => look(`${address} ${row}`))
    }
    if (path in presses) {
      await open(path)
      await openFirst()
      if (path === '/exports') await desk.page.getByLabel(zh.act.reason, { exact: true }).fill('年度审计')
      await press(presses[path], look)
    }
    assert.deepEqual(found, [])
    assert.deepEqual(desk.problems, [])
  })

/** What the server refuses, where a screen says why: its address, and a word of the reason. */
const refusals = [
  ['/desks/days?open=2001-01-01', '日志从'],
  ['/restatement?period=2001-01&earlier=2001-01&later=2001-02', '尚未结账'],
  ['/statement?owner=house&from=999999999', '晚于现在'],
]

for (const [address, reason] of refusals)
  test(`${address} says in Chinese why it is refused`, async () => {
    await desk.page.goto(`${namedBase}/#${address}`)
    await quiet(desk.page)
    await desk.page.getByText(reason).first().waitFor()
    assert.deepEqual(await englishOn(desk.page, own), [])
  })

test('numbers that break a rule, and what decides about those that hold, are said in Chinese', async () => {
  const body = await changeOf('vip', (vip) => ({ ...vip, claim_gap_ms: vip.claim_gap_ms - 1 }))
  assert.equal((await desk.call('config/propose', body)).error, 0)
  await open('/desks/proposals?kind=config')
  await openFirst()
  await desk.page.getByText(zh.codeWords.tier_gives).first().waitFor()
  assert.deepEqual(await englishOn(desk.page, own), [])

  await open('/desks/config?open=kyc')
  await desk.page.getByRole('button', { name: zh.config.change }).click()
  await desk.page.getByRole('button', { name: zh.config.asText }).click()
  const text = desk.page.getByRole('textbox', { name: zh.config.document })
  await text.fill((await text.inputValue()).replace(/"age_min": \d+/, '"age_min": 3'))
  await desk.page.getByRole('button', { name: zh.config.propose }).click()
  const dialog = desk.page.getByRole('dialog')
  await dialog.getByLabel(zh.act.reason).fill('年龄下限')
  await dialog.getByRole('button', { name: zh.config.propose }).click()
  await dialog.getByRole('alert').getByText(zh.findings.age_min_range).waitFor()
  assert.deepEqual(await englishOn(desk.page, own), [])
})

test('a player is Chinese, from a balance to its event', async () => {
  const { data } = await desk.call('players/search', { query: '1000001' })
  const found = []
  for (const tab of Object.keys(zh.player.tabs)) {
    await open(`/players/${data.list[0].player}?tab=${tab}`)
    found.push(...(await englishOn(desk.page, own)))
  }
  await open(`/players/${data.list[0].player}`)
  await desk.page.getByTitle(zh.player.whyHint).first().click()
  await quiet(desk.page)
  found.push(...(await englishOn(desk.page, own)))
  await desk.page.getByRole('dialog').getByRole('row').nth(1).click()
  await quiet(desk.page)
  found.push(...(await englishOn(desk.page, own)))
  assert.deepEqual(found, [])
})
