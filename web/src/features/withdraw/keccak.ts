// Keccak-256 of a short text, which is one block: enough for the checksum of an address (EIP-55).
import { hex } from '../../shared/hex.ts'

const blockBytes = 136
const lane = (1n << 64n) - 1n
const roundConstants = [
  0x0000000000000001n,
  0x0000000000008082n,
  0x800000000000808an,
  0x8000000080008000n,
  0x000000000000808bn,
  0x0000000080000001n,
  0x8000000080008081n,
  0x8000000000008009n,
  0x000000000000008an,
  0x0000000000000088n,
  0x0000000080008009n,
  0x000000008000000an,
  0x000000008000808bn,
  0x800000000000008bn,
  0x8000000000008089n,
  0x8000000000008003n,
  0x8000000000008002n,
  0x8000000000000080n,
  0x000000000000800an,
  0x800000008000000an,
  0x8000000080008081n,
  0x8000000000008080n,
  0x0000000080000001n,
  0x8000000080008008n,
]
/** Where each lane goes in turn, and by how many bits it is turned on the way. */
const path = [10, 7, 11, 17, 18, 3, 5, 16, 8, 21, 24, 4, 15, 23, 19, 13, 12, 2, 20, 14, 22, 9, 6, 1]
const turns = [1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 2, 14, 27, 41, 56, 8, 25, 43, 62, 18, 39, 61, 20, 44]

const turned = (value: bigint, bits: number) =>
  ((value << BigInt(bits)) | (value >> BigInt(64 - bits))) & lane

/** The hash in hexadecimal, of at most 135 characters of ASCII. */
export function keccak256(text: string): string {
  const block = new Uint8Array(blockBytes)
  block.set(new TextEncoder().encode(text))
  block[text.length] = 0x01
  block[blockBytes - 1] = (block[blockBytes - 1] ?? 0) | 0x80
  const words = new DataView(block.buffer)
  const state = Array.from({ length: 25 }, (_, at) =>
    at * 8 < blockBytes ? words.getBigUint64(at * 8, true) : 0n,
  )
  for (const constant of roundConstants) round(state, constant)
  const hash = new DataView(new ArrayBuffer(32))
  for (let at = 0; at < 4; at++) hash.setBigUint64(at * 8, state[at] ?? 0n, true)
  return hex(hash.buffer)
}

function round(state: bigint[], constant: bigint): void {
  const at = (index: number) => state[index] ?? 0n
  const column = [0, 1, 2, 3, 4].map((x) => at(x) ^ at(x + 5) ^ at(x + 10) ^ at(x + 15) ^ at(x + 20))
  for (let index = 0; index < 25; index++) {
    const x = index % 5
    state[index] = at(index) ^ (column[(x + 4) % 5] ?? 0n) ^ turned(column[(x + 1) % 5] ?? 0n, 1)
  }
  let moved = at(1)
  for (const [step, place] of path.entries()) {
    const next = at(place)
    state[place] = turned(moved, turns[step] ?? 0)
    moved = next
  }
  for (let row = 0; row < 25; row += 5) {
    const before = state.slice(row, row + 5)
    for (let x = 0; x < 5; x++)
      state[row + x] = (before[x] ?? 0n) ^ (~(before[(x + 1) % 5] ?? 0n) & lane & (before[(x + 2) % 5] ?? 0n))
  }
  state[0] = at(0) ^ constant
}
