// A player who can be paid: an address that has rested, and USDT of a packet.
import { callsOf, newId, reqId } from './player.mjs'
import { createPacket } from './staff.mjs'

/** Published with the address format; nobody is paid in a test. */
export const address = 'UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA'

/** Sets the address; gives the way to wait until it has rested. */
export async function setAddress(call) {
  const body = { key: 'ton', address, comment: '', req_id: reqId() }
  const { usable_at: usableAt } = await call('withdraw/set_address', body)
  return async () => {
    while (Date.now() < usableAt) await new Promise((done) => setTimeout(done, 250))
  }
}

/** The player's calls; the terms are accepted. */
async function adult(tgId) {
  const call = await callsOf(tgId)
  await call('user/accept_terms', { version: '1', req_id: reqId() })
  return call
}

let other

/** Lets another player have the address too, so that a person looks at each withdrawal. */
export function shared() {
  other ??= adult(newId()).then(setAddress)
  return other
}

/** Gives the player's calls. All browser tests share 500 USDT of promotion a day. */
export async function given(tgId, usdt = 16) {
  await shared()
  const call = await adult(tgId)
  await call('redpacket/claim', {
    code: await createPacket({ asset: 'usdt', total: usdt, shares: 1 }),
    req_id: reqId(),
  })
  await (
    await setAddress(call)
  )()
  return call
}
