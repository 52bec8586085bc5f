// Withdrawals that wait for a person, and how some of them are chosen in their list.
import { given } from './payee.mjs'
import { newId, reqId } from './player.mjs'

/** A player whose withdrawal waits for a person; gives its id and what the player has left. */
export async function waiting() {
  const call = await given(newId(), 10)
  const { withdraw } = await call('withdraw/do', { key: 'ton', amount: '10', req_id: reqId() })
  return { id: withdraw.withdraw_id, left: async () => (await call('fishing/player_info')).asset.usdt }
}

/** Chooses the newest rows; the queue may hold those of other tests. */
export async function choose(page, ids) {
  const list = await page.evaluate(async () =>
    (
      await (
        await fetch('/staff/v1/withdrawals/list', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-staff': '1' },
          body: JSON.stringify({ state: 'review', limit: 100 }),
        })
      ).json()
    ).data.list.map(({ withdrawal }) => withdrawal),
  )
  const boxes = page.getByRole('grid').getByRole('row').getByRole('checkbox')
  for (const id of ids) await boxes.nth(1 + list.indexOf(id)).click()
}
