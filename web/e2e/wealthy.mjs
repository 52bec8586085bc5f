// A player who may take much out: money by a correction that two people made, an address and a proven identity.
import assert from 'node:assert/strict'
import { identified } from './identity.mjs'
import { member, proposes } from './member.mjs'
import { setAddress } from './payee.mjs'
import { reqId } from './player.mjs'

export const usdtOf = async (call) => (await call('fishing/player_info')).asset.usdt

/** Opens a proposal and waits until what it would post is on the screen. */
export async function looksAt({ page, go }, route) {
  await go(route)
  await page.getByRole('list', { name: 'Legs that will be posted' }).waitFor()
}

/** Says yes to what is on the screen. */
export async function approves({ page, act }, reason) {
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await act('Approve', reason)
}

/** The player gets 800 USDT and rights to 1,000 USDT a day, for 100 of them. */
export async function wealthy(browser, maker, lead, player) {
  const { call } = player
  await call('user/accept_terms', { version: '1', req_id: reqId() })
  const rested = await setAddress(call)
  const { user } = await call('user/info')
  await looksAt(lead, await proposes(maker, user.user_id, '800', 'Prize of the autumn cup'))
  await approves(lead, 'The list of winners is signed')
  await lead.page.getByText('Approved and carried out').waitFor()
  assert.equal(await usdtOf(call), '800.000000')
  await call('vip/activate', { vip_id: 4, pay_with: 'usdt', req_id: reqId() })
  const risk = await member(browser, 'risk')
  await identified(player, risk)
  assert.deepEqual(risk.problems, [])
  await rested()
}
