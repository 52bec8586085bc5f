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
    await page.getByText('All 2 casts match').waitFor()
  })
})

test('a dive played on this device draws under its own number', async () => {
  await withPlayer(async ({ page, tgId }) => {
    const call = await callsOf(tgId)
    await call('user/accept_terms', { req_id: reqId(), version: '1' })
    await call('signin/sign')
    await page.reload()
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
    await page.getByText('1 cast matches').waitFor()
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
