// A proven identity for a player: form and images as the app sends them, the verdict by somebody of the risk desk.
import assert from 'node:assert/strict'
import { base, newId, reqId } from './player.mjs'

/** Submits the player's form with two pictures of the page; gives the submission. */
async function submitted({ page, call }) {
  const pictures = await Promise.all(
    [400, 300].map((height) => page.screenshot({ clip: { x: 0, y: 0, width: 300, height } })),
  )
  const keys = []
  for (const picture of pictures)
    keys.push(await uploaded(await call('utils/upload_config', { ctype: 'kyc' }), picture))
  const form = {
    id_name: 'Mara Lind',
    id_no: `C0${newId()}`,
    country: 'MT',
    tel: '+35699123456',
    email: 'mara@example.com',
    id_urls: keys,
    id_type: 2,
  }
  return (await call('kyc/edit', { ...form, req_id: reqId() })).submission_id
}

/** Posts a picture to the place that the server gave for it; gives its key. */
async function uploaded({ upload_url: address, fields, file_field: name, object_key: key }, picture) {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append(name, new Blob([picture], { type: 'image/png' }), 'image')
  const answer = await fetch(new URL(address, base), { method: 'POST', body: form })
  assert.ok(answer.ok, `The picture was not taken: ${answer.status}`)
  return key
}

/** The player's identity is submitted, looked at and approved. */
export async function identified(player, risk) {
  const { user } = await player.call('user/info')
  const submission = await submitted(player)
  const look = { player: user.user_id, reason: 'The form is complete' }
  await done(risk, 'kyc/open', look)
  await done(risk, 'kyc/decide', {
    ...look,
    submission,
    verdict: 'approve',
    reasons: [],
    expires_on: null,
    req_id: reqId(),
  })
  assert.equal((await player.call('kyc/check')).status, 3)
}

async function done(risk, path, body) {
  const { error, message } = await risk.call(path, body)
  assert.equal(error, 0, `${path}: ${message}`)
}
