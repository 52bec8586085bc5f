// A real dive, its seed revealed by the player, every cast recomputed in the browser.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { goTo } from './browser.mjs'
import { callsOf, playDive, reqId, withPlayer } from './player.mjs'

/** The first dive of a new player, whose first coins come from the sign-in. */
async function firstDive(call, casts) {
  await call('user/accept_terms', { req_id: reqId(), version: '1' })
  await call('signin/sign')
  return playDive(call, casts)
}

/** A player with coins on the screen of the game; `house` may answer `fishing/<call>` instead of the server. */
async function atSea({ page, tgId }, house = {}) {
  const call = await callsOf(tgId)
  await call('user/accept_terms', { req_id: reqId(), version: '1' })
  await call('signin/sign')
  for (const [name, answer] of Object.entries(house)) await page.route(`**/api/v1/fishing/${name}`, answer)
  await page.reload()
  return call
}
/** The server's own answer, changed. */
const changed = (how) => async (route) => {
  const response = await route.fetch()
  const envelope = await response.json()
  how(envelope.data)
  await route.fulfill({ response, json: envelope })
}

test('a dive is verified by its id after the player has rotated the seed', async () => {
  await withPlayer(async ({ page, tgId }) => {
    const call = await callsOf(tgId)
    const dive = await firstDive(call, 2)
    await goTo(page, `/info?section=fairness&dive=${dive}`)
    await page.getByRole('button', { name: 'Verify', exact: true }).click()
    await page.getByText('The seed of this dive is still in use').waitFor()

    const shown = await page.getByText('Next commit').locator('xpath=following-sibling::code').textContent()
    await page.getByLabel('Client seed').first().fill('my-own-seed')
    await page.getByRole('button', { name: 'Rotate and reveal' }).click()
    await page.getByText('New seed in use').waitFor()
    const { commit, client_seed } = await call('fishing/seed_info')
    assert.equal(commit, shown, 'the next commit was shown before the client seed was chosen')
    assert.equal(client_seed, 'my-own-seed')

    await page.getByRole('button', { name: 'Verify', exact: true }).click()
    await page.getByText('The server seed matches its commit').waitFor()
    await page.getByText('The odds table matches its fingerprint').waitFor()
    await page.getByText('not known on this device').waitFor()
    await page.getByText('All 2 casts match').waitFor()
  })
})

test('a dive played on this device draws under its own number', async () => {
  await withPlayer(async (player) => {
    const { page } = player
    const call = await atSea(player)
    assert.equal((await call('fishing/seed_info')).client_seed, '', 'nobody chose one')
    await page.getByRole('button', { name: 'Dive', exact: true }).click()
    await page.getByRole('button', { name: /^Cast/ }).click()
    await page
      .getByRole('button', { name: /^Surface/ })
      .last()
      .click()
    await page.getByRole('button', { name: 'Done' }).click()
    const { list } = await call('fishing/history', { size: 1 })
    await goTo(page, `/info?section=fairness&dive=${list[0].dive_id}`)
    await page.getByRole('button', { name: 'Verify', exact: true }).click()
    await page.getByRole('button', { name: 'Rotate and verify' }).click()
    await page.getByText('own number is part of the draw').waitFor()
    await page.getByText('Its commit was shown to this device before that number was drawn').waitFor()
    await page.getByText('1 cast matches').waitFor()
  })
})

test('a house that takes another seed once it knows the value is named, and the evidence stays', async () => {
  const suits = 'f'.repeat(64)
  const hostile = changed((data) => (data.dive.commit = suits))
  await withPlayer(async (player) => {
    const { page } = player
    const call = await atSea(player, { dive_start: hostile })
    const { commit } = await call('fishing/seed_info')
    await page.getByRole('button', { name: 'Dive', exact: true }).click()
    await page.getByRole('alert').getByText('Not the promised seed').waitFor()
    await page.getByRole('link', { name: 'Open the evidence' }).click()
    await page.getByText('1 dive was not under the promised seed').waitFor()
    await page.getByText(`${suits} · `).waitFor()
    await page.getByText(`${commit} · `).first().waitFor()
    await page.getByRole('button', { name: 'Verify', exact: true }).click()
    await page.getByText('not the promised seed', { exact: false }).last().waitFor()
    await page.reload()
    await page.getByText('1 dive was not under the promised seed').waitFor()
  })
})

test('a house that refuses a start, or leaves it without an answer, gets the same value again', async () => {
  const values = []
  const refuse = (code) => (route) => route.fulfill({ json: { error: code, message: '', data: null } })
  const answers = [refuse(3011), refuse(2001), (route) => route.abort(), (route) => route.continue()]
  const dive_start = (route) => {
    values.push(route.request().postDataJSON().device_value)
    return answers[values.length - 1](route)
  }
  const lost = { allowed: ['ERR_FAILED', 'No answer from'] }
  await withPlayer(async (player) => {
    const { page } = player
    await atSea(player, { dive_start })
    // The call without an answer is repeated by itself.
    for (const last of [false, false, true]) {
      const asked = page.waitForResponse('**/dive_start')
      await page.getByRole('button', { name: 'Dive', exact: true }).click()
      await asked
      if (!last) await page.reload()
    }
    await page.getByRole('button', { name: /^Cast/ }).waitFor()
    assert.equal(await page.getByRole('alert').count(), 0)
    assert.equal(values.length, answers.length)
    assert.equal(new Set(values).size, 1)
  }, lost)
})

test('a dive is verified under the odds table that it was played under, whatever is in force', async () => {
  await withPlayer(async ({ page, tgId }) => {
    const call = await callsOf(tgId)
    const dive = await firstDive(call, 2)
    await call('fishing/seed_rotate', { req_id: reqId(), client_seed: 'next' })
    const since = changed((data) => {
      data.paytable.version = 'pt-2'
      data.table_hash = '0'.repeat(64)
      for (const band of data.paytable.bands) band.fish = []
    })
    await page.route('**/api/v1/fishing/config', since)
    await page.reload()
    await goTo(page, `/info?section=fairness&dive=${dive}`)
    const verify = page.getByRole('button', { name: 'Verify', exact: true })
    await verify.click()
    await page.getByText('The odds table matches its fingerprint').waitFor()
    await page.getByText("under the odds table pt-1. Today's is pt-2").waitFor()
    await page.getByText('All 2 casts match').waitFor()

    const forged = changed((data) => (data.paytable.bands[0].mine_w += 1))
    await page.route('**/api/v1/fishing/dive_detail', forged)
    await page.reload()
    await verify.click()
    await page.getByText('The odds table does NOT match').waitFor()
  })
})

test('a dive whose seed is in use is revealed and verified in one act', async () => {
  await withPlayer(async ({ page, tgId }) => {
    const dive = await firstDive(await callsOf(tgId), 1)
    await goTo(page, `/info?section=fairness&dive=${dive}`)
    await page.getByRole('button', { name: 'Verify', exact: true }).click()
    await page.getByRole('button', { name: 'Rotate and verify' }).click()
    await page.getByText('1 cast matches').waitFor()
    assert.equal(await page.getByText('The seed of this dive is still in use').count(), 0)
  })
})

test('pasted values are verified without the server, and a forged cast is found', async () => {
  await withPlayer(
    async ({ page, tgId }) => {
      const call = await callsOf(tgId)
      const id = await firstDive(call, 1)
      await call('fishing/seed_rotate', { req_id: reqId(), client_seed: 'next' })
      const { server_seed, client_seed, commit, casts } = await call('fishing/dive_detail', { dive_id: id })
      await page.getByRole('button', { name: 'By values' }).click()
      await page.getByLabel('Server seed (revealed)').fill(server_seed)
      await page.getByLabel('Commit', { exact: true }).fill(commit)
      await page.getByLabel('Client seed').last().fill(client_seed)
      await page.getByLabel('Casts as JSON').fill(JSON.stringify(casts))
      await page.getByRole('button', { name: 'Verify', exact: true }).click()
      await page.getByText('1 cast matches').waitFor()
      await page
        .getByLabel('Casts as JSON')
        .fill(JSON.stringify([{ ...casts[0], t: (casts[0].t + 1) % 1_000_000 }]))
      await page.getByRole('button', { name: 'Verify', exact: true }).click()
      await page.getByText('1 cast does NOT match').waitFor()
      await page.getByLabel('Casts as JSON').fill('rubbish')
      await page.getByRole('button', { name: 'Verify', exact: true }).click()
      await page.getByText('These are not casts of a dive').waitFor()
    },
    { route: '/info?section=fairness' },
  )
})

/** What the fairness page says of the public log. */
const inLog = (page, what) => page.getByText(`${what} stand in the public log`).waitFor()

test('the seeds of a player stand in the signed file that everybody reads', async () => {
  await withPlayer(
    async ({ page }) => {
      await inLog(page, 'Both commits')
      await page.getByRole('button', { name: 'Rotate and reveal' }).click()
      await inLog(page, 'Both commits and the revealed seed')
    },
    { route: '/info?section=fairness' },
  )
})

test('a changed public log, and one that has other seeds than the player sees, are refused on the device', async () => {
  const note = (path, change) => [
    `**${path}`,
    async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, body: change(await answer.text()) })
    },
  ]
  const shown = (change) => ['**/api/v1/fishing/seed_info', changed(change)]
  const other = 'f'.repeat(64)
  const pages = '/seeds/*/*'
  const tampers = [
    [
      'is NOT signed with this key',
      note(pages, (text) =>
        text.replace(/^(committed \d+) (.)/m, (_, line, digit) => `${line} ${digit === 'f' ? 0 : 'f'}`),
      ),
    ],
    ['is NOT signed with this key', note(pages, (text) => text.replace(/^(events \d+) /m, '$1'))],
    [
      'is NOT signed with this key',
      note('/seeds', (text) => text.replace(/^(partition \d+ events) /m, '$1 9')),
    ],
    // Signed, and not about this seed.
    ['should show your seeds is NOT there', shown((data) => data.log && (data.log.partition = 1))],
    ['The next commit is NOT in', shown((data) => (data.next_commit = other))],
    ['The commit in use is NOT in', shown((data) => (data.commit = other))],
    ['The revealed seed is NOT in', shown((data) => (data.previous.server_seed = other))],
  ]
  for (const [why, [path, answer]] of tampers)
    await withPlayer(async ({ page, tgId }) => {
      const call = await callsOf(tgId)
      await call('fishing/seed_rotate', { req_id: reqId(), client_seed: 'next' })
      await goTo(page, '/info?section=fairness')
      await inLog(page, 'Both commits and the revealed seed')
      await page.route(path, answer)
      await page.reload()
      await page.getByText(why).waitFor()
      assert.equal(await page.getByText('stand in the public log, signed').count(), 0)
    })
})

test('a public log under another key is an alarm until the player takes the key', async () => {
  let vkey
  const otherKey = changed((data) => {
    if (data.log) vkey = data.log.vkey
    if (data.log) data.log.vkey = vkey.replace(/\+[0-9a-f]{8}\+/, '+00000000+')
  })
  await withPlayer(
    async ({ page }) => {
      await inLog(page, 'Both commits')
      await page.route('**/api/v1/fishing/seed_info', otherKey)
      await page.reload()
      const alarm = page.getByRole('alert')
      await alarm.getByText('signed with ANOTHER key than this device knows').waitFor()
      await alarm.getByText(vkey).waitFor()
      assert.equal(await page.getByText('stand in the public log, signed').count(), 0)
      await page.reload()
      await page.getByRole('button', { name: 'use the new key' }).click()
      await page.getByText('is NOT signed with this key').waitFor()
      await page.unroute('**/api/v1/fishing/seed_info', otherKey)
      await page.reload()
      await alarm.getByText('signed with ANOTHER key').waitFor()
      await page.getByRole('button', { name: 'use the new key' }).click()
      await inLog(page, 'Both commits')
    },
    { route: '/info?section=fairness' },
  )
})
