// What the house owes to its players, signed, and one player's part of it checked in his browser: as the server gives it,
// and as somebody on the way or the house itself would change it.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { goTo } from './browser.mjs'
import { base, callsOf, newId, reqId, withPlayer } from './player.mjs'
import { ledger } from './staff.mjs'

const [ann, ben] = [newId(), newId()]
const section = '/info?section=liabilities'

/** Two players with coins of the sign-in, and a statement in which they are. */
before(async () => {
  for (const tgId of [ann, ben]) {
    const call = await callsOf(tgId)
    await call('user/accept_terms', { req_id: reqId(), version: '1' })
    await call('signin/sign')
  }
  // The notary signs twice a second; what it has not seen is in no statement.
  for (;;) {
    await ledger('liabilities', 'build', '--publish')
    const { proofs } = await (await callsOf(ben))('wallet/proof')
    if (proofs.length > 0) break
  }
})

const shown = (page) => page.locator('#liabilities')

/** Answers of the server, changed on their way. */
const changed = (page, path, change) =>
  page.route(`**${path}`, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: change(await answer.text()) })
  })

const changedProofs = (page, change) =>
  changed(page, '/api/v1/wallet/proof', (text) => {
    const envelope = JSON.parse(text)
    change(envelope.data)
    return JSON.stringify(envelope)
  })

async function isRefused(page, why) {
  await shown(page).getByText('Your balance is NOT shown to be in the total').waitFor()
  await shown(page).getByText(why).waitFor()
  assert.equal(await shown(page).getByText('Your balance is in the total').count(), 1, 'the heading alone')
}

test('a player finds his balance in the total that everybody reads', async () => {
  await withPlayer(
    async ({ page }) => {
      await shown(page).getByText('Your balance is in the total', { exact: true }).nth(1).waitFor()
      const { proofs, statement } = await (await callsOf(ann))('wallet/proof')
      const coins = proofs.find(({ asset }) => asset === 'coin')
      const row = shown(page).getByRole('row').filter({ hasText: 'Coins' })
      assert.equal(
        await row.getByRole('cell').first().textContent(),
        Number(coins.amount).toLocaleString('en'),
      )
      const note = await (await fetch(`${base}/liabilities/${statement.at}`)).text()
      assert.equal(
        await row.getByRole('cell').nth(1).textContent(),
        await row.getByRole('cell').first().textContent(),
      )
      const total = /^asset coin \d+ (\d+) /m.exec(note)?.[1]
      assert.equal(await row.getByRole('cell').last().textContent(), Number(total).toLocaleString('en'))
      for (const proof of proofs) assert.ok(JSON.stringify(proof).length < 2_000)
      const held = shown(page).getByRole('region', { name: 'What the house holds' })
      await held.getByText(/^0:[0-9a-f]{64}$/).waitFor()
    },
    { tgId: ann, route: section },
  )
})

test('whoever came after the statement was owed nothing in it', async () => {
  await withPlayer(
    async ({ page }) => {
      await shown(page).getByText('You were owed nothing then').waitFor()
    },
    { route: section },
  )
})

test('a balance that is changed or left out, a path, a total, another player: refused on the device', async () => {
  const others = await (await callsOf(ben))('wallet/proof')
  const tampers = [
    ['your history says', (data) => (data.proofs = [])],
    ['your history says', (data) => (data.proofs = data.proofs.filter(({ asset }) => asset !== 'coin'))],
    ['the path does not lead to the signed root', (data) => (data.proofs[0].amount = '999999999')],
    ['another player', (data) => (data.proofs = others.proofs)],
    ['the path does not lead', (data) => data.proofs[0].path.pop()],
    ['there are two proofs', (data) => data.proofs.push(data.proofs[0])],
  ]
  for (const [why, change] of tampers)
    await withPlayer(
      async ({ page }) => {
        await changedProofs(page, change)
        await goTo(page, section)
        await isRefused(page, why)
      },
      { tgId: ann },
    )
  await withPlayer(
    async ({ page }) => {
      await changed(page, '/liabilities/*', (note) => note.replace(/^(asset coin \d+) \d+/m, '$1 1'))
      await goTo(page, section)
      await isRefused(page, 'the signature does not hold')
    },
    { tgId: ann },
  )
})

test('without a connection nothing is said of the balance, and the check goes on when it is back', async () => {
  await withPlayer(
    async ({ page }) => {
      await page.route('**/liabilities/*', (route) => route.abort())
      await goTo(page, section)
      await shown(page).getByText('Could not load').waitFor()
      assert.equal(await shown(page).getByText('NOT shown').count(), 0)
      await page.unroute('**/liabilities/*')
      await shown(page).getByRole('button', { name: 'Retry' }).click()
      await shown(page).getByText('Your balance is in the total', { exact: true }).nth(1).waitFor()
    },
    { tgId: ann, allowed: ['Failed to load resource', 'net::ERR_FAILED'] },
  )
})
