// The task to connect a wallet: the demo wallet signs the server's text with its own key, the server checks it, the
// reward is paid. Another account gets nothing for the same wallet (`api/tests/http/wallet_proof.rs`).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callsOf, withPlayer } from './player.mjs'

test('a newcomer connects a wallet in the list of tasks and receives the reward, once', async () => {
  await withPlayer(
    async ({ page, tgId }) => {
      const call = await callsOf(tgId)
      const before = (await call('fishing/player_info')).asset.coin
      const task = page.getByRole('listitem').filter({ hasText: 'Your own wallet' })
      await task.getByRole('button', { name: 'Connect a wallet' }).click()
      const wallet = page.getByRole('dialog', { name: 'Demo wallet' })
      await page.getByRole('button', { name: 'Demo wallet' }).click()
      await wallet.getByRole('button', { name: 'Decline' }).click()
      await page.getByText('You declined the connection.').waitFor()
      await page.getByRole('button', { name: 'Demo wallet' }).click()
      await wallet.getByRole('button', { name: 'Connect' }).click()
      await task.getByRole('button', { name: 'Receive' }).dblclick()
      await task.getByText('Received').waitFor()
      assert.equal((await call('fishing/player_info')).asset.coin - before, 300)
    },
    { route: '/home/index?tasks=open', allowed: ['TON_CONNECT_SDK'] },
  )
})
