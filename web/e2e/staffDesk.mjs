// Members of staff for tests: accounts made on the command line, signed in through the page.
import { createHmac } from 'node:crypto'
import { ledger } from './staff.mjs'

/** Address of the staff service under test. */
export const staffBase = process.env.E2E_STAFF ?? ''

/** Makes an account with these roles; gives what its owner knows. */
export async function hire(name, ...roles) {
  const held = roles.flatMap((role) => ['--role', role])
  const stdout = await ledger('staff', 'add', name, ...held, '--reason', 'a test')
  const password = /password\s+(\S+)/i.exec(stdout)?.[1]
  const secret = /secret=([A-Z2-7]+)/.exec(stdout)?.[1] ?? /\b([A-Z2-7]{32,})\b/.exec(stdout)?.[1]
  if (!password || !secret) throw new Error(`The account's password and secret are not in: ${stdout}`)
  return { name, password, secret }
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
export async function signIn(page, member) {
  await page.getByLabel('Name').fill(member.name)
  await page.getByLabel('Password').fill(member.password)
  await page.getByLabel('Code of your authenticator').fill(codeOf(member.secret))
  await page.getByRole('button', { name: 'Sign in' }).click()
}
