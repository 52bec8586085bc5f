// Addresses in the form of their network, each with a checksum, so that a slip of the finger is seen before the server
// is asked (domain §3.12): TON's are 48 letters of base64url, those of an EVM chain 40 hex digits whose capitals are
// the checksum.
import { keccak256 } from './keccak.ts'

const length = 48
const bounceable = 0x11
const notBounceable = 0x51
/** Longest comment in bytes. */
export const commentMax = 120

/** Whether this can be paid to over the channel of this key. */
export function isAddress(text: string, channel: string): boolean {
  return channel === 'evm' ? isEvm(text) : isTon(text)
}

/** Checksum right and not the account zero: lower case alone has no checksum. */
function isEvm(text: string): boolean {
  const digits = /^0x([\dA-Fa-f]{40})$/.exec(text)?.[1]
  if (digits === undefined || /^0+$/.test(digits)) return false
  const small = digits.toLowerCase()
  const hash = keccak256(small)
  const capital = (at: number) => (hash[at] ?? '0') >= '8'
  return (
    digits === small.replace(/[a-f]/g, (digit, at: number) => (capital(at) ? digit.toUpperCase() : digit))
  )
}

/** Checksum right, main net, workchain 0. */
function isTon(text: string): boolean {
  if (text.length !== length || !/^[\w-]+$/.test(text)) return false
  const bytes = Uint8Array.from(
    atob(text.replaceAll('-', '+').replaceAll('_', '/')),
    (letter) => letter.codePointAt(0) ?? 0,
  )
  const sum = ((bytes[34] ?? 0) << 8) | (bytes[35] ?? 0)
  const body = bytes.subarray(0, 34)
  const somebody = body.subarray(2).some((byte) => byte !== 0)
  return (
    (body[0] === bounceable || body[0] === notBounceable) && body[1] === 0 && somebody && crc16(body) === sum
  )
}

/** Whether a comment fits; an empty one does. */
export function isComment(text: string): boolean {
  return new TextEncoder().encode(text).length <= commentMax
}

/** CRC-16 with the polynomial 0x1021 (XMODEM). */
function crc16(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ ((crc & 0x8000) === 0 ? 0 : 0x1021)) & 0xffff
  }
  return crc
}

/** The ends of an address, which people compare: "UQBx...a1B2". */
export function shortAddress(address: string): string {
  return address.length > 16 ? `${address.slice(0, 6)}…${address.slice(-6)}` : address
}
