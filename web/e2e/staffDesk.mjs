// Members of staff for tests: accounts made on the command line, signed in through the page.
import { createHmac } from 'node:crypto'
import { makeAccount } from './staff.mjs'

/** Address of the staff service under test. */
export const staffBase = process.env.E2E_STAFF ?? ''

/** Makes an account with these roles; gives what its owner knows. */
export function hire(name, ...roles) {
  return makeAccount(staffBase, name, ...roles)
}

/** The code of the authenticator (RFC 6238: SHA-1, six digits, 30 s). */
export function codeOf(secret, nowMs = Date.now()) {
  const bits = [...secret]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(nowMs / 30_000)))
  const digest = createHmac('sha1', key).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0xf
  return String((digest.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0')
}

/** Signs in through the page. */
export async function signIn(page, member, nowMs = Date.now()) {
  await page.getByLabel('Name').fill(member.name)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByLabel('Code of your authenticator').fill(codeOf(member.secret, nowMs))
  await page.getByRole('button', { name: 'Sign in' }).click()
}
