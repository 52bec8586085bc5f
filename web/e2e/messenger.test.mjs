// Inside a messenger that draws its own buttons: ours give way to them, and theirs do what ours would.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerCalls, calm, fixtureLaunch, openBrowser, openPhone, settled, goTo } from './browser.mjs'
import { asset, dive, world } from '../src/testing/world.ts'
import { base, callsOf, newId } from './player.mjs'

/** The client's way out, as apps have it; what was sent is kept for the test. */
function client() {
  globalThis.sent = []
  globalThis.TelegramWebviewProxy = {
    postEvent: (event, data) => globalThis.sent.push([event, JSON.parse(data)]),
  }
}

/** The last thing that the page sent the client about a part. */
const lastSent = (page, event) =>
  page.evaluate((name) => globalThis.sent.findLast(([sent]) => sent === name)?.[1], event)
/** An event of the client. */
const press = (page, event) =>
  page.evaluate((name) => globalThis.TelegramGameProxy.receiveEvent(name, {}), event)
const mainButton = (page, wanted) =>
  page.waitForFunction(
    (text) => globalThis.sent.findLast(([event]) => event === 'web_app_setup_main_button')?.[1].text === text,
    wanted,
  )

test('the client’s main and back buttons are used, and only there', async () => {
  const browser = await openBrowser()
  try {
    const { page, problems } = await openPhone(browser)
    await page.addInitScript(client)
    const tgId = newId()
    await page.goto(`${base}/dev?tg_id=${tgId}`)
    await settled(page)
    assert.ok(!(await lastSent(page, 'web_app_setup_main_button'))?.is_visible)
    await goTo(page, '/home/index')
    await page.getByRole('link', { name: /^Check-in/ }).click()
    await mainButton(page, 'Check In')
    assert.equal(await page.getByRole('button', { name: 'Check In' }).count(), 0)
    assert.equal(await page.getByRole('button', { name: 'Back' }).count(), 0)
    assert.equal((await lastSent(page, 'web_app_setup_back_button')).is_visible, true)
    await press(page, 'main_button_pressed')
    await mainButton(page, 'Checked In')
    assert.equal((await (await callsOf(tgId))('fishing/player_info')).asset.coin, 100)
    await calm(page)
    await press(page, 'back_button_pressed')
    await page.getByRole('heading', { name: /^Hello/ }).waitFor()
    assert.equal((await lastSent(page, 'web_app_setup_main_button')).is_visible, false)
    assert.deepEqual(problems, [])
  } finally {
    await browser.close()
  }
})

/** Two presses, the second as soon as the sheet has begun to go. */
const pressBackTwice = (page) =>
  page.evaluate(async () => {
    const press = () => globalThis.TelegramGameProxy.receiveEvent('back_button_pressed', {})
    press()
    while (!('settling' in document.documentElement.dataset)) await new Promise(requestAnimationFrame)
    press()
  })

test('two quick presses of the client’s Back close a sheet and stay, and two more leave by one screen', async () => {
  const browser = await openBrowser()
  try {
    const { page, problems } = await openPhone(browser)
    await page.addInitScript(client)
    await page.goto(`${base}/dev?tg_id=${newId()}`)
    await settled(page)
    await goTo(page, '/home/index')
    await goTo(page, '/withdraw/index')
    await page.getByRole('button', { name: 'Set address' }).click()
    const sheet = page.getByRole('dialog', { name: 'Withdrawal address' })
    await sheet.waitFor()
    await calm(page)
    await pressBackTwice(page)
    await sheet.waitFor({ state: 'detached' })
    await calm(page)
    assert.equal(new URL(page.url()).hash, '#/withdraw/index')
    // The second one above was not only late.
    await press(page, 'back_button_pressed')
    await press(page, 'back_button_pressed')
    await page.getByRole('heading', { name: /^Hello/ }).waitFor()
    await calm(page)
    assert.equal(new URL(page.url()).hash, '#/home/index')
    assert.deepEqual(problems, [])
  } finally {
    await browser.close()
  }
})

/** Somebody who may share surfaces with a tuna and a profit. */
const surfacing = {
  ...world,
  'team/info': { ...world['team/info'], invite_entered: true },
  'fishing/player_info': { ...world['fishing/player_info'], dive },
  'fishing/surface': {
    asset,
    result: {
      dive_id: dive.dive_id,
      reason: 'surfaced',
      casts: 3,
      staked: 300,
      fish: '1300.00',
      bonus: '0.00',
      chest_gusd: '0.00',
      chest_usdt: '0.000000',
      payout: '1300.00',
      credited_as: 'gusd',
      profit: '1000.00',
      capped: false,
      closed_at: Date.now(),
    },
  },
}

for (const [version, isOffered] of [
  ['9.0', true],
  ['7.7', false],
])
  test(`a catch ${isOffered ? 'is posted as a story' : 'is no story'} in a client of interface ${version}`, async () => {
    const browser = await openBrowser()
    try {
      const { page, problems } = await openPhone(browser)
      await page.addInitScript(client)
      await answerCalls(page, surfacing)
      await page.goto(`${base}/${fixtureLaunch.replace('9.0', version)}`)
      await settled(page)
      await page.getByRole('button', { name: /^Surface/ }).click()
      const sheet = page.getByRole('dialog')
      await sheet.getByRole('button', { name: 'Share this catch' }).waitFor()
      const button = sheet.getByRole('button', { name: 'Post as a story' })
      assert.equal(await button.count(), isOffered ? 1 : 0)
      if (!isOffered) return
      await button.click()
      await page.waitForFunction(() => globalThis.sent.some(([event]) => event === 'web_app_share_to_story'))
      const { media_url: picture, text } = await lastSent(page, 'web_app_share_to_story')
      assert.match(text, /Deep Line.*https:\/\/t\.me\//)
      assert.ok(text.length <= 200)
      const answer = await fetch(picture)
      assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'image/jpeg'])
      assert.deepEqual(problems, [])
    } finally {
      await browser.close()
    }
  })
